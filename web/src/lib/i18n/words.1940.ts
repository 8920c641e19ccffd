/** Words of the 1940 tables: powers, pieces, politics, questions to other seats. */

export const EN_1940 = {
  "unit.mech-infantry": "mechanised infantry", "unit.tactical-bomber": "tactical bomber", "unit.strategic-bomber": "strategic bomber",
  "unit.airbase": "air base", "unit.naval-base": "naval base", "unit.minor-factory": "minor complex", "unit.major-factory": "major complex",
  "power.dutch": "Netherlands", "power.strict": "Strict neutral", "power.pro-axis": "Pro-Axis neutral", "power.pro-allies": "Pro-Allied neutral",
  "power.uk-europe": "UK Europe", "power.uk-pacific": "UK Pacific",
  "space.idle": "out of action",
} as const;

export const IT_1940: Readonly<Record<keyof typeof EN_1940, string>> = {
  "unit.mech-infantry": "fanteria meccanizzata", "unit.tactical-bomber": "bombardiere tattico", "unit.strategic-bomber": "bombardiere strategico",
  "unit.airbase": "base aerea", "unit.naval-base": "base navale", "unit.minor-factory": "complesso minore", "unit.major-factory": "complesso maggiore",
  "power.dutch": "Paesi Bassi", "power.strict": "Neutrale", "power.pro-axis": "Neutrale pro-Asse", "power.pro-allies": "Neutrale pro-Alleati",
  "power.uk-europe": "Regno Unito, Europa", "power.uk-pacific": "Regno Unito, Pacifico",
  "space.idle": "fuori uso",
};

export const DE_1940: Readonly<Record<keyof typeof EN_1940, string>> = {
  "unit.mech-infantry": "Mech-Infanterie", "unit.tactical-bomber": "taktischer Bomber", "unit.strategic-bomber": "strategischer Bomber",
  "unit.airbase": "Fliegerhorst", "unit.naval-base": "Marinestützpunkt", "unit.minor-factory": "kleine Fabrik", "unit.major-factory": "große Fabrik",
  "power.dutch": "Niederlande", "power.strict": "Neutral", "power.pro-axis": "Achsenfreundlich", "power.pro-allies": "Alliiertenfreundlich",
  "power.uk-europe": "GB Europa", "power.uk-pacific": "GB Pazifik",
  "space.idle": "außer Betrieb",
};
