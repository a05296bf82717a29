import { headOf } from '../../fields/text/head-of-path.ts';
import {
  Box,
  Checkbox,
  Link,
  Stack,
  Typography,
  IconButton,
  type IconButtonProps,
} from '@mui/material';
import { Fragment, startTransition, useEffect, useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import type { ListColor } from '../../descriptor/descriptor.ts';
import { valueAt } from '../../descriptor/column-field.ts';
import { displayTitle, titleFields } from '../../descriptor/title.ts';
import type { Field } from '../../fields/type/field.ts';
import { useText } from '../messages/use-text.ts';
import { CheckboxOfAll } from '../kit/checkbox-of-all.tsx';
import { FieldValue, uiOf } from '../resource/field-value.tsx';
import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { RecordLink } from '../resource/record-link.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useChildren } from '../record/children/use-children.ts';
import { classOfColor, ColorSign, useColors } from './list-colors.tsx';
import type { CommentMark, RecordComments } from './grid/grid-store.ts';
import { useRowChoice, type RowChoice } from './grid/use-row-choice.ts';
import { CARDS_HEAD_HEIGHT } from './skeletons.tsx';
import { CardCommentMark, CardComments, RowMenu } from './lazy-parts.ts';
import { FoundIn } from './found-in.tsx';
import { useSeenCards } from './use-seen-cards.ts';
import { Hint } from '../kit/hint.tsx';
import { useTree, Way } from './grid/tree/tree-rows.tsx';
import { useTexts } from '../messages/texts.ts';
import { replaceable } from '../kit/screens/replaceable.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

type ListCardsProps = { columns: readonly Field[]; selectable: boolean };

const FIELDS_PER_CARD = 5;

/** About as many as fit on a phone. */
const FIRST_CARDS = 5;

/** The records of the page on a narrow screen: each a card with its title and first fields. */
export function ListCards({ columns, selectable }: ListCardsProps) {
  const { resource, may } = useResource();
  const { data = [] } = useListContext();
  const [comments, setComments] = useState<ReadonlyMap<string, RecordComments>>();
  // Draws the visible cards first, then the others: ten at once block a phone for a tenth of a second.
  const [drawsAll, setDrawsAll] = useState(false);
  useEffect(() => startTransition(() => setDrawsAll(true)), []);
  const [list, setList] = useState<HTMLElement | null>(null);
  useSeenCards(list);
  const choice = useRowChoice(data);
  const tree = useTree();
  const texts = useTexts('app');
  // Also a reference whose title is a part of this one.
  const named = new Set(titleFields(resource).map(headOf));
  const fields = columns.filter((field) => !named.has(field.name)).slice(0, FIELDS_PER_CARD);
  return (
    <Box>
      {drawsAll && may('comment') && may('read') && (
        <CardComments rows={data} onFind={setComments} />
      )}
      {selectable && (
        <Box component="label" sx={headSx}>
          <CheckboxOfAll
            edge="start"
            chosen={choice.page}
            label={texts.list.selectPage}
            onToggle={choice.togglePage}
          />
          <Hint component="span" aria-hidden>
            {texts.list.selectPage}
          </Hint>
        </Box>
      )}
      <Stack ref={setList} component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {(drawsAll ? data : data.slice(0, FIRST_CARDS)).map((record, row) => (
          <Fragment key={record.id}>
            <Card
              record={record}
              fields={fields}
              choice={selectable ? choice : undefined}
              row={row}
              comments={comments?.get(String(record.id))?.whole}
            />
            {tree && <CardsBelow tree={tree} record={record} />}
          </Fragment>
        ))}
      </Stack>
    </Box>
  );
}

type CardProps = {
  record: RaRecord;
  fields: readonly Field[];
  /** Undefined if the user cannot choose records. */
  choice: RowChoice | undefined;
  row: number;
  comments: CommentMark | undefined;
};

function Card({ record, fields, choice, row, comments }: CardProps) {
  const { resource } = useResource();
  const texts = useTexts('app');
  const title = displayTitle(resource, record);
  const tree = useTree();
  const branch = tree?.branches.get(record.id);
  const { record: color } = useColors(record);
  return (
    <Box
      component="li"
      className={classOfColor(color)}
      sx={branch ? [cardSx, { pl: 1.5 + (branch.level - 1) * 2 }] : cardSx}
    >
      {choice && (
        <Checkbox
          size="small"
          edge="start"
          checked={choice.isChosen(record)}
          disabled={!choice.isChoosable(record)}
          onChange={() => choice.toggle(row, false)}
          slotProps={{ input: { 'aria-label': fillTemplate(texts.list.select, { title }) } }}
          sx={{ mt: -0.75 }}
        />
      )}
      {tree && branch && <CardBranch {...{ tree, branch, record }} />}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Way record={record} />
        <Link
          component={RecordLink}
          record={record}
          sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        />
        {color && <ColorSign color={color} isWritten />}
        <FoundIn record={record} />
        <CardFields record={record} fields={fields} />
      </Box>
      {comments && <CardCommentMark record={record} mark={comments} />}
      <CardTools record={record} />
    </Box>
  );
}

/** What a card shows below the title of its record. */
export const CardFields = replaceable({
  part: 'card',
  Usual: UsualFields,
  toProps: ({ record }) => ({ record }),
});

/** The fields of a card that have a value. */
function UsualFields({ record, fields }: Pick<CardProps, 'record' | 'fields'>) {
  const say = useText();
  const colors = useColors(record);
  const filled = fields.filter((field) => !isEmptyValue(valueAt(record, field.name)));
  if (filled.length === 0) return null;
  return (
    <Box component="dl" sx={fieldsSx}>
      {filled.map((field) => (
        <Box key={field.name} sx={{ display: 'contents' }}>
          <Hint component="dt">{say(field.label)}</Hint>
          <CardValue field={field} record={record} color={colors.of(field.name)} />
        </Box>
      ))}
    </Box>
  );
}

type CardValueProps = { field: Field; record: RaRecord; color: ListColor | undefined };

function CardValue({ field, record, color }: CardValueProps) {
  return (
    <Typography component="dd" variant="body2" className={classOfColor(color)} sx={valueSx}>
      <FieldValue field={field} value={valueAt(record, field.name)} place="list" record={record} />
      {/* A card has no column head that names the unit. */}
      {uiOf(field).unit && ` ${uiOf(field).unit?.(field) ?? ''}`}
      {color && <ColorSign color={color} isWritten />}
    </Typography>
  );
}

const valueSx = { m: 0, minWidth: 0, overflow: 'hidden' };

const headSx = { display: 'flex', alignItems: 'center', px: 1.5, minHeight: CARDS_HEAD_HEIGHT };

const cardSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 0.5,
  px: 1.5,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  breakInside: 'avoid',
  // A finger needs 24 px.
  '& a:not(.MuiButton-root)': { display: 'inline-block', lineHeight: '24px' },
  // A value too long for its line ends in an ellipsis, in a link as well.
  '& dd > span': { maxWidth: '100%' },
  '& dd a': {
    maxWidth: '100%',
    verticalAlign: 'bottom',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
};

const fieldsSx = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) 1fr',
  columnGap: 1.5,
  rowGap: 0.25,
  m: 0,
  mt: 0.5,
};

const CardBranch = lazyPart(() => import('./grid/tree/card-branch.tsx'), 'CardBranch');
const CardsBelow = lazyPart(() => import('./grid/tree/card-branch.tsx'), 'CardsBelow');
const ChildPanel = lazyPart(() => import('./grid/rows/child-panel.tsx'), 'ChildPanel');

/** The tools that a row of the grid has: the menu of the record and its child lists. */
export function CardTools({ record }: { record: RaRecord }) {
  const hasLists = useChildren().length > 0;
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <CardMenuButton
        record={record}
        edge="end"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ mt: -0.5 }}
      />
      {isOpen && (
        <Box sx={{ flexBasis: '100%', minWidth: 0 }}>
          <ChildPanel record={record} />
        </Box>
      )}
      {anchor && (
        <RowMenu
          record={record}
          at={{ anchor }}
          isOfCard
          lists={hasLists ? { isOpen, onToggle: () => setOpen(!isOpen) } : undefined}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}

type CardMenuButtonProps = Omit<IconButtonProps, 'children' | 'size'> & { record: RaRecord };

/** The button that opens the menu of a record. */
export function CardMenuButton({ record, ...props }: CardMenuButtonProps) {
  const { resource } = useResource();
  const title = displayTitle(resource, record);
  const label = fillTemplate(useTexts('app').rows.menu, { title });
  return (
    <IconButton size="small" aria-haspopup="menu" aria-label={label} {...props}>
      <MoreVertIcon fontSize="small" />
    </IconButton>
  );
}
