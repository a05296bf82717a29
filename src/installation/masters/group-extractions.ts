import type { Filter } from '../../descriptor/filter/filter.ts';
import type { Dictionary, Mapping } from './dictionary.ts';
import { readAll, type Reader } from './read-all.ts';
import { toTerm } from './term.ts';
import { endsOf } from './value-order.ts';
import { createHash } from 'node:crypto';

type Extraction = {
  _id: string;
  source: string;
  rawChemName: string;
  rawCas: string | null;
  rawFoodContactArticle: string | null;
  testType: string;
  detected: boolean | null;
  value: number | null;
  valueMin: number | null;
  valueMax: number | null;
  unit: string | null;
};

/** The fields that are read of extractions. */
export const extractionFields = [
  'source',
  'rawChemName',
  'rawCas',
  'rawFoodContactArticle',
  'testType',
  'detected',
  'value',
  'valueMin',
  'valueMax',
  'unit',
] as const;

type Unmapped = { field: 'rawChemName'; term: string; count: number };

export type Grouping = {
  /** By a key that is the same in every installation. */
  groups: Map<string, Group>;
  extractions: number;
  /** Extractions that do not say whether the chem was detected. */
  unreadable: number;
  leftOut: number;
  withoutArticle: number;
  unmapped: Unmapped[];
};

/** Reads the extractions of a project, or all, once; it keeps only their `_id`s and sums. */
export async function groupExtractions(
  reader: Reader,
  dictionary: Dictionary,
  { filter, onRow }: { filter: Filter; onRow: () => void },
): Promise<Grouping> {
  const groups = new Map<string, Group>();
  const unmapped = new Map<string, Unmapped>();
  const counts = { extractions: 0, unreadable: 0, leftOut: 0, withoutArticle: 0 };
  const options = { filter, sort: 'extractionId' };
  for await (const extraction of readAll<Extraction>(
    reader,
    'extractions',
    extractionFields,
    options,
  )) {
    counts.extractions += 1;
    onRow();
    if (extraction.detected === null) {
      counts.unreadable += 1;
      continue;
    }
    const entry = dictionary.chemOf(extraction.rawChemName, extraction.rawCas);
    if (!entry) {
      counts.leftOut += 1;
      countTerm(unmapped, extraction.rawChemName);
      continue;
    }
    const article = dictionary.articleOf(extraction.rawFoodContactArticle);
    const material = dictionary.materialOf(extraction.rawFoodContactArticle);
    if (!article) counts.withoutArticle += 1;
    const { testType } = extraction;
    const cas = dictionary.casOf(entry.chem);
    const key = JSON.stringify([cas, ...placeOf(material, article), testType]);
    let group = groups.get(key);
    if (!group) groups.set(key, (group = newGroup(entry.chem, material, article, testType)));
    const { mappings } = group;
    [entry.mapping, article?._id, material?._id].forEach((id) => id && mappings.add(id));
    addTo(group, extraction);
  }
  const terms = [...unmapped.values()].sort((one, other) => other.count - one.count);
  return { groups, ...counts, unmapped: terms };
}

function placeOf(material: Mapping | undefined, article: Mapping | undefined) {
  return [material?.target ?? null, material?.targetName ?? null, article?.target ?? null];
}

/** The extractions that are used. */
export function extractionFilter(project: string | null): Filter {
  const used: Filter = { path: 'status', operator: 'neq', operands: ['rejected'] };
  if (project === null) return used;
  return { and: [used, { path: 'project', operator: 'eq', operands: [project] }] };
}

function countTerm(unmapped: Map<string, Unmapped>, printed: string): void {
  const term = toTerm(printed);
  const existing = unmapped.get(term);
  if (existing) existing.count += 1;
  else unmapped.set(term, { field: 'rawChemName', term, count: 1 });
}

/** Everything measured for one chem × material group × material × article × test type. */
export type Group = ReturnType<typeof newGroup>;

function newGroup(
  chem: string,
  material: Mapping | undefined,
  article: Mapping | undefined,
  testType: string,
) {
  return {
    chem,
    material,
    article,
    testType,
    detections: 0,
    sources: new Set<string>(),
    extractions: [] as string[],
    mappings: new Set<string>(),
    /** Only of detected values: without a detection there is no value, whatever the field contains. */
    units: new Set<string | null>(),
    min: null as number | null,
    max: null as number | null,
  };
}

function addTo(group: Group, extraction: Extraction): void {
  const { _id, source, detected, unit } = extraction;
  group.extractions.push(_id);
  group.sources.add(source);
  if (!detected) return;
  group.detections += 1;
  const { low, high } = endsOf(extraction);
  if (low === null || high === null) return;
  group.units.add(unit);
  group.min = Math.min(group.min ?? low, low);
  group.max = Math.max(group.max ?? high, high);
}

/** The generated values of a master; the other fields are set when it is written. */
export type Master = { masterId: string } & Record<string, unknown>;

/** Builds a master. The same group of the same project always gets the same name, in every installation. */
export function toMaster(
  key: string,
  group: Group,
  {
    project,
    mappingVersion,
  }: { project: { _id: string; key: string } | null; mappingVersion: number | null },
): Master {
  const [materialGroup, material, article] = placeOf(group.material, group.article);
  const mark = createHash('sha256')
    .update(`${project?.key ?? ''}\n${key}`)
    .digest('hex');
  return {
    masterId: `M-${mark.slice(0, 20)}`,
    chem: group.chem,
    foodContactMaterialGroup: materialGroup,
    foodContactMaterial: material,
    foodContactArticle: article,
    testType: group.testType,
    detected: group.detections > 0,
    detectionCount: group.detections,
    measurementCount: group.extractions.length,
    sourceCount: group.sources.size,
    ...toRange(group),
    sources: [...group.sources],
    extractions: group.extractions,
    mappings: [...group.mappings],
    project: project?._id ?? null,
    mappingVersion,
    status: 'current',
  };
}

/** Numbers without a unit or with different units cannot be compared. */
function toRange({ units, min, max }: Group) {
  const [unit = null] = units;
  return units.size === 1 && unit !== null
    ? { valueMin: min, valueMax: max, unit }
    : { valueMin: null, valueMax: null, unit: null };
}
