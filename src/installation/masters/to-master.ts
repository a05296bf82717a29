import { createHash } from 'node:crypto';
import type { Group } from './group-extractions.ts';

/** What a generation says of a master; what else a record has is set when it is written. */
export type Master = { masterId: string } & Record<string, unknown>;

/** The same group of the same project has the same name, in every run and every installation. */
export function toMaster(
  key: string,
  group: Group,
  {
    project,
    mappingVersion,
  }: { project: { _id: string; key: string } | null; mappingVersion: number | null },
): Master {
  const { material, article, units } = group;
  const mark = createHash('sha256')
    .update(`${project?.key ?? ''}\n${key}`)
    .digest('hex');
  const [unit] = units;
  // Numbers of different units, or of none, cannot be compared.
  const isComparable = units.size === 1 && unit !== null;
  return {
    masterId: `M-${mark.slice(0, 20)}`,
    chem: group.chem,
    foodContactMaterialGroup: material?.target ?? null,
    foodContactMaterial: material?.targetName ?? null,
    foodContactArticle: article?.target ?? null,
    testType: group.testType,
    detected: group.detections > 0,
    detectionCount: group.detections,
    measurementCount: group.extractions.length,
    sourceCount: group.sources.size,
    valueMin: isComparable ? group.min : null,
    valueMax: isComparable ? group.max : null,
    unit: isComparable ? unit : null,
    sources: [...group.sources],
    extractions: group.extractions,
    mappings: [...group.mappings],
    project: project?._id ?? null,
    mappingVersion,
    status: 'current',
  };
}
