import type { Resource } from '../../descriptor/descriptor.ts';
import type { Moment } from '../../descriptor/expression/variables.ts';
import type { ImportParts } from '../../files/import/import-parts.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { QueryRunner, Store } from '../../store/store.ts';
import { type OwnPaths, reservedIds } from '../reserved-ids.ts';
import { idListerOf } from './check-missing.ts';

/** Somebody who imports, by a request, a job or a command. `idOf` is for an import that can be repeated. */
type Importer = Pick<ImportParts, 'by' | 'descriptor' | 'role' | 'rowsOf'> & {
  moment: Moment;
  store: Store;
  database: QueryRunner;
  paths: OwnPaths;
  idOf?: ImportParts['newId'] | undefined;
};

/** With what the rows of a file are checked, found and written, for this importer. */
export function importAs(importer: Importer): ImportParts {
  const { moment, store, database: sql, paths, idOf = newId, ...who } = importer;
  const reserved = new Map<Resource, ReadonlySet<string>>();
  return {
    ...who,
    target: store,
    newId: idOf,
    newTargetId: newId,
    reservedIds: (resource) => {
      const ids = reserved.get(resource) ?? reservedIds(resource, paths);
      reserved.set(resource, ids);
      return ids;
    },
    listIds: idListerOf({ ...who, moment }, { store, sql, changeSet: who.by.changeSet }),
  };
}
