import { Box, Button, Chip } from '@mui/material';
import type { ChangeSet } from '../../../contract/past.ts';
import { showDateTime } from '../../../fields/date-format.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { Hint } from '../../kit/hint.tsx';
import { RelativeTime } from '../../kit/relative-time.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { wayText } from '../../kit/way-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { Person } from './change-words.tsx';
import { kinds, totalOf } from './changes.ts';

type ChangesTableProps = {
  sets: readonly ChangeSet[];
  onOpen: (set: ChangeSet) => void;
  onUndo: (set: ChangeSet) => void;
};

/** Change sets, one a row. */
export function ChangesTable({ sets, onOpen, onUndo }: ChangesTableProps) {
  const texts = useTexts('changes');
  const own = texts.sets;
  return (
    <FactsTable
      label={own.title}
      columns={[texts.when, texts.who, texts.way, texts.collection, own.counts, '']}
      rows={sets.map((set) => {
        const when = showDateTime(set.at);
        return {
          key: set.id,
          cells: [
            <RelativeTime key="when" moment={set.at} />,
            <Person key="who" id={set.by} />,
            <div key="way">
              {wayText(texts, set)}
              {set.file !== undefined && (
                <Hint variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
                  {set.file}
                </Hint>
              )}
              {set.undoes !== null && set.way !== 'undo' && (
                <Hint variant="caption" component="div">
                  {own.undoes}
                </Hint>
              )}
            </div>,
            <Collection key="collection" set={set} />,
            <Counts key="counts" set={set} />,
            <Box key="actions" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: -0.625 }}>
              <Button
                size="small"
                aria-label={fillTemplate(own.openOf, { when })}
                onClick={() => onOpen(set)}
              >
                {own.open}
              </Button>
              {set.undoneBy !== null && (
                <Chip
                  size="small"
                  variant="outlined"
                  label={set.mayUndo ? own.partlyUndone : own.undoneBy}
                />
              )}
              {/* Also after an undo that left records or was interrupted, which then continues. */}
              {set.mayUndo && (
                <Button
                  size="small"
                  aria-label={fillTemplate(own.undoOf, { when })}
                  onClick={() => onUndo(set)}
                >
                  {own.undo}
                </Button>
              )}
            </Box>,
          ],
        };
      })}
    />
  );
}

function Collection({ set: { counts, resource } }: { set: ChangeSet }) {
  const { descriptor } = useConfig();
  const { say } = useI18n();
  const names = counts.length > 0 ? counts.map((each) => each.resource) : [resource ?? ''];
  return names
    .map((name) => {
      const found = descriptor.resources.get(name);
      return found ? say(found.label) : name;
    })
    .join(', ');
}

/** How many records were created, changed and deleted. */
function Counts({ set }: { set: ChangeSet }) {
  const { sets: own } = useTexts('changes');
  const { number } = useI18n();
  const total = totalOf(set);
  return kinds
    .filter((kind) => total[kind] > 0)
    .map((kind) => fillTemplate(own[kind], { count: number(total[kind]) }))
    .join(', ');
}
