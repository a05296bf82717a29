import type { RaRecord } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import { PER_RESOURCE, type Latest } from './use-latest-records.ts';

/** One record, or so many created in one go that one line is enough for them. */
export type Change = {
  resource: Resource;
  /** The one, or the newest of many. */
  record: RaRecord;
  /** Of many: the moment since which they were created. */
  since?: string;
};

/** Records created this close together by one hand came by an import or a script. */
const ONE_GO = 60_000;

/** The latest changes of all resources, the newest first. */
export function groupChanges(latest: readonly Latest[], shown: number): Change[] {
  return latest
    .flatMap(({ resource, records = [] }) => toChanges(resource, records))
    .sort((one, other) => stampOf(other.record).localeCompare(stampOf(one.record)))
    .slice(0, shown);
}

export function stampOf(record: RaRecord): string {
  return String(record['updatedAt']);
}

/** As many as were asked for, all new, all at once, all by the same: then there are likely more of them. */
function toChanges(resource: Resource, records: readonly RaRecord[]): Change[] {
  const [newest] = records;
  if (newest === undefined) return [];
  const since = new Date(Date.parse(stampOf(newest)) - ONE_GO).toISOString();
  const isOneGo =
    records.length === PER_RESOURCE &&
    records.every(
      (record) =>
        record['_version'] === 1 &&
        record['updatedBy'] === newest['updatedBy'] &&
        stampOf(record) >= since,
    );
  if (isOneGo) return [{ resource, record: newest, since }];
  return records.map((record) => ({ resource, record }));
}
