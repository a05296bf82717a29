import type { ChangeSet, RecordChanges } from '../../../contract/past.ts';
import { mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { toHistoryPath, toTrashPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useTexts } from '../../messages/texts.ts';
import { type RecordChange } from './changes.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** The records that a change set has changed, each a link to its history. */
export function ChangeRecordsDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  const texts = useTexts('changes');
  const own = texts.sets;
  const { rows, state, more } = usePages({
    queryKey: ['changes', 'records', set.id],
    read: pagesOf<RecordChanges>('/api/changes/records', { changeSet: set.id }),
    texts: { ...texts, empty: own.noRecords },
  });
  return (
    <DialogFrame title={own.records} maxWidth="md" cancel={texts.close} onClose={onClose}>
      {state}
      {rows.length > 0 && <RecordChangesTable changes={rows} />}
      {more}
    </DialogFrame>
  );
}

type RecordChangesTableProps = { changes: readonly RecordChange[]; hasTime?: boolean };

/** Changes of single records. */
export function RecordChangesTable({ changes, hasTime = false }: RecordChangesTableProps) {
  const texts = useTexts('changes');
  const own = texts.sets;
  const labels = useLabels();
  return (
    <FactsTable
      label={own.records}
      columns={[
        ...(hasTime ? [texts.when] : []),
        own.record,
        texts.collection,
        own.counts,
        own.fields,
      ]}
      rows={changes.map((change) => ({
        key: `${change.resource} ${change._id} ${change.version}`,
        cells: [
          ...(hasTime ? [<RelativeTime key="when" moment={change.at} />] : []),
          <ChangedRecord key="record" change={change} />,
          labels.ofResource(change.resource),
          own.operations[change.operation],
          change.operation === 'update' ? labels.ofFields(change.resource, change.fields) : '',
        ],
      }))}
    />
  );
}

/** A link to the history of the record, or to the trash that it may be in. */
function ChangedRecord({ change: { resource: name, _id, title, gone } }: { change: RecordChange }) {
  const { descriptor, role } = useConfig();
  const { sets: own } = useTexts('changes');
  const resource = descriptor.resources.get(name);
  if (!resource) return title ?? _id;
  const label = gone ? `${title ?? _id} (${own.gone})` : (title ?? _id);
  if (!gone) return <TextLink to={toHistoryPath(resource, _id)}>{label}</TextLink>;
  if (resource.trash.days === 0 || !mayDo(descriptor, role, resource, 'delete')) return label;
  return <TextLink to={toTrashPath(resource)}>{label}</TextLink>;
}
