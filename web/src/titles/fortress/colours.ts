/** What the four forces wear. */

import { dress } from "$map/palette";

dress({
  west: { plate: "#e0b032", hatch: "level" },
  south: { plate: "#3c62ab", hatch: "diagonal" },
  east: { plate: "#b0402f", hatch: "upright" },
  usa: { plate: "#3f7448", hatch: "dash" },
});
