/** What the nations wear. */

import { dress } from "$map/palette";

dress({
  germany: { plate: "#535f6b", hatch: "diagonal" },
  japan: { plate: "#e39a24", hatch: "level" },
  "great-britain": { plate: "#c7a56b", hatch: "dots" },
  italy: { plate: "#5a371a", hatch: "back" },
  usa: { plate: "#3f7448", hatch: "dash" },
  france: { plate: "#3c5fae", hatch: "back" },
  ussr: { plate: "#b0442d", hatch: "upright" },
  axis: { plate: "#535f6b", hatch: "diagonal" },
  allies: { plate: "#3f7448", hatch: "dash" },
});
