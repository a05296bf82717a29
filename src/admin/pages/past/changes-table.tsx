import { Box, Button, Chip } from '@mui/material';
import type { ChangeSet } from '../../../contract/past.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { Hint } from '../../kit/hint.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { wayText } from '../../kit/formats/way-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { Person } from './change-words.tsx';
import { CommentsButton } from '../../kit/beside/comments-button.tsx';
import { kinds, totalOf } from './changes.ts';
import { useSetComments } from './set-comments.ts';
import { useLabels } from '../../kit/use-i18n.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';

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
      rows={sets.map((set) => ({
        key: set.id,
        cells: [
          <Box key="when" sx={{ whiteSpace: { sm: 'nowrap' } }}>
            <RelativeTime moment={set.at} />
          </Box>,
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
          <Collections key="collection" set={set} />,
          <div key="counts">
            <Box sx={{ whiteSpace: { lg: 'nowrap' } }}>
              <Counts set={set} />
            </Box>
            <ChangedFields set={set} />
          </div>,
          <Actions key="actions" {...{ set, onOpen, onUndo }} />,
        ],
      }))}
    />
  );
}

type ActionsProps = Omit<ChangesTableProps, 'sets'> & { set: ChangeSet };

function Actions({ set, onOpen, onUndo }: ActionsProps) {
  const { sets: own } = useTexts('changes');
  const when = showDateTime(set.at);
  return (
    <Box sx={actionsSx}>
      <Button
        size="small"
        aria-label={fillTemplate(own.openOf, { when })}
        onClick={() => onOpen(set)}
      >
        {own.open}
      </Button>
      <Comments set={set} />
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
    </Box>
  );
}

/** Opens the comments on a set, and says how many there are; nothing where the user may not comment. */
function Comments({ set }: { set: ChangeSet }) {
  const { sets: own } = useTexts('changes');
  const open = useSetComments();
  const count = set.threads;
  const text = count === 0 ? own.comment : fillTemplate(own.comments, { count });
  const label = fillTemplate(own.commentsOf, { comments: text, when: showDateTime(set.at) });
  const onClick = open(set);
  return onClick && <CommentsButton text={text} aria-label={label} onClick={onClick} />;
}

const actionsSx = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  my: -0.625,
  '& button': { whiteSpace: 'nowrap' },
};

function Collections({ set: { counts, resource } }: { set: ChangeSet }) {
  const labels = useLabels();
  const names = counts.length > 0 ? counts.map((each) => each.resource) : [resource ?? ''];
  return labels.ofResources(names);
}

/** How many records were created, changed and deleted. */
function Counts({ set }: { set: ChangeSet }) {
  const { sets: own } = useTexts('changes');
  const number = useNumberFormat();
  const total = totalOf(set);
  return kinds
    .filter((kind) => total[kind] > 0)
    .map((kind) => fillTemplate(own[kind], { count: number(total[kind]) }))
    .join(', ');
}

/** The fields that its updates changed, by collection if there are several. */
function ChangedFields({ set: { counts } }: { set: ChangeSet }) {
  const { sets: own } = useTexts('changes');
  const { resources } = useConfig().descriptor;
  const labels = useLabels();
  const number = useNumberFormat();
  const changed = counts.filter((each) => resources.has(each.resource) && each.fields.length > 0);
  const lines = changed.map(({ resource, fields }) => {
    const rest = fields.length - MAX_LABELS;
    const list = labels.ofFields(resource, fields.slice(0, MAX_LABELS));
    const all = rest > 0 ? fillTemplate(own.moreFields, { list, count: number(rest) }) : list;
    return counts.length > 1 ? `${labels.ofResource(resource)}: ${all}` : all;
  });
  return lines.map((line) => (
    <Hint key={line} variant="caption" component="div">
      {line}
    </Hint>
  ));
}

/** The list of the fields of a row stays short; the records of the set name them all. */
const MAX_LABELS = 6;
