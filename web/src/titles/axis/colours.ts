/** What the powers of this family wear. */

import { dress } from "$map/palette";

dress({
  germany: { plate: "#535f6b", hatch: "diagonal" },
  ussr: { plate: "#b0442d", hatch: "upright" },
  japan: { plate: "#e39a24", hatch: "level" },
  uk: { plate: "#c7a56b", hatch: "dots" },
  italy: { plate: "#5a371a", hatch: "back" },
  usa: { plate: "#3f7448", hatch: "dash" },
  china: { plate: "#bfe09a", hatch: "waves" },
  anzac: { plate: "#2c95a3", hatch: "cross" },
  france: { plate: "#3c5fae", hatch: "back" },
  dutch: { plate: "#d9743a", hatch: "dots" },
  strict: { plate: "#cec3ab", hatch: "none" },
  "pro-axis": { plate: "#93a2b0", hatch: "diagonal" },
  "pro-allies": { plate: "#e2ebc9", hatch: "dash" },
  mongolia: { plate: "#b58aa5", hatch: "dots" },
  axis: { plate: "#535f6b", hatch: "diagonal" },
  allies: { plate: "#3f7448", hatch: "dash" },
});
