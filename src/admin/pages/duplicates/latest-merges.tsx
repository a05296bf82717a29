import type { PastMerge } from '../../../contract/duplicates.ts';
import { Button } from '@mui/material';
import { useState } from 'react';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useUndo } from '../../resource/undo/use-undo.ts';
import { Latest } from './latest-distinct.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useApiQuery } from '../../kit/loading/query-state.tsx';

/** The latest merges, each with an undo button. */
export function LatestMerges({ resource }: { resource: Resource }) {
  const texts = useTexts('duplicates');
  const write = useNumberFormat();
  const undo = useUndo();
  const [merge, setMerge] = useState<PastMerge>();
  const { data: { data } = { data: [] } } = useApiQuery<{ data: PastMerge[] }>(
    ['merges', resource.name],
    `${resource.root}/merges`,
  );
  if (data.length === 0) return null;
  return (
    <Latest title={texts.latest}>
      <FactsTable
        label={texts.latest}
        columns={[
          texts.when,
          texts.who,
          texts.kept,
          { label: texts.gone, align: 'right' },
          { label: texts.moved, align: 'right' },
          '',
        ]}
        rows={data.map((each) => ({
          key: each.id,
          cells: [
            <RelativeTime key="when" moment={each.at} />,
            each.by === null ? '' : <RecordTitles key="who" resource="users" ids={[each.by]} />,
            <TextLink key="kept" to={toRecordPath(resource, each.kept)}>
              <RecordTitles resource={resource.name} ids={[each.kept]} />
            </TextLink>,
            write(each.gone.length),
            write(each.moved),
            each.mayUndo ? (
              <Button key="undo" size="small" onClick={() => setMerge(each)}>
                {texts.undo}
              </Button>
            ) : (
              each.undoneAt !== null && texts.undone
            ),
          ],
        }))}
      />
      {merge && (
        <ConfirmDialog
          isGrave
          title={texts.undoTitle}
          text={texts.undoText}
          action={texts.undo}
          cancel={texts.cancel}
          onAction={() => {
            setMerge(undefined);
            void undo({ changeSet: merge.id });
          }}
          onClose={() => setMerge(undefined)}
        />
      )}
    </Latest>
  );
}
