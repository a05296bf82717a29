/** One generated chem, in the fields of the first installation. */
export type ChemRow = {
  casId: string;
  commonName: string;
  synonyms: string[];
  iupacName: string;
  dtxsid: string;
  smiles: string;
  inchiKey: string;
  molecularFormula: string;
  molecularWeight: number;
  monoisotopicMass: number;
  hazards: string[];
  fccPrioTier: number;
  inFccDb: boolean;
  inFccMigex: boolean;
  lists: string[];
  comments: string | null;
};

/**
 * The chem of a number: always the same, unlike any other, with right check digits, and with names
 * of a few syllables each, as chemicals have.
 */
export function toChemRow(at: number): ChemRow {
  const random = createRandom(at);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const carbons = 2 + Math.floor(random() * 18);
  const name = `${pick(places)}-${pick(groups)}${pick(stems)}${pick(endings)}`;
  return {
    casId: toCasNumber(500_000_000 + at),
    commonName: `${name} ${at}`,
    synonyms: [`${pick(stems)}${pick(endings)} ${at % 977}`, `C${carbons}-${pick(groups)}`],
    iupacName: `${pick(places)}-${pick(groups)}${pick(groups)}${pick(stems)}${pick(endings)}`,
    dtxsid: `DTXSID${90_000_000_000 + at}`,
    smiles: `${'C'.repeat(carbons)}OC(=O)c1ccccc1`,
    inchiKey: `${letters(random, 14)}-${letters(random, 8)}SA-N`,
    molecularFormula: `C${carbons + 7}H${2 * carbons + 6}O2`,
    molecularWeight: Math.round((122.12 + carbons * 14.027) * 1000) / 1000,
    monoisotopicMass: Math.round((122.03678 + carbons * 14.01565) * 1e5) / 1e5,
    hazards: random() < 0.5 ? [] : [pick(hazards)],
    fccPrioTier: 1 + Math.floor(random() * 4),
    inFccDb: random() < 0.7,
    inFccMigex: random() < 0.4,
    lists: random() < 0.6 ? ['EU 10/2011 Annex I'] : [],
    comments: null,
  };
}

const places = [
  '2',
  '3',
  '4',
  '2,4',
  '2,6',
  '3,5',
  '1,2',
  '2,2',
  '4,4',
  'N',
  'N,N',
  'alpha',
  'omega',
];
/** What the bench searches for: words one name in ten has, and words one in thirty has. */
export const commonWords = [
  'methyl',
  'propyl',
  'butyl',
  'octyl',
  'phenyl',
  'amide',
  'ester',
  'acid',
];
export const rareWords = (): readonly string[] => stems;

const groups = [
  'methyl',
  'ethyl',
  'propyl',
  'butyl',
  'hexyl',
  'octyl',
  'decyl',
  'phenyl',
  'benzyl',
].flatMap((group) => [group, `di${group}`, `iso${group}`]);
const stems = [
  'phthal',
  'adip',
  'citr',
  'sebac',
  'benzo',
  'salicyl',
  'acryl',
  'malon',
  'succin',
  'maleo',
  'fumar',
  'glutar',
  'pimel',
  'suber',
  'azela',
  'laur',
  'myrist',
  'palmit',
  'stear',
  'olea',
  'ricino',
  'eruca',
  'behen',
  'caprol',
  'valer',
  'isocyan',
  'melam',
  'triazin',
  'thiazol',
  'imidazol',
];
const endings = ['ate', 'ide', 'amide', 'ol', 'one', 'ane', 'ene', 'yl ester', 'ic acid', 'in'];
const hazards = ['Carc. 1', 'Carc. 2', 'Muta. 2', 'Repr. 1', 'Repr. 2', 'STOT-RE', 'persistent'];

/** The words of which chems are made, also where the database makes them. */
export const vocabulary = { places, groups, stems, endings, hazards };

/** Mulberry32: small, fast, and the same everywhere. */
export function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function letters(random: () => number, count: number): string {
  return Array.from({ length: count }, () =>
    String.fromCharCode(65 + Math.floor(random() * 26)),
  ).join('');
}

export function toCasNumber(digits: number): string {
  const text = String(digits);
  const sum = [...text].reduceRight(
    (total, digit, at) => total + Number(digit) * (text.length - at),
    0,
  );
  return `${text.slice(0, -2)}-${text.slice(-2)}-${sum % 10}`;
}
