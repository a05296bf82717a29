import { headOf } from '../../../fields/text/head-of-path.ts';
import type { Group } from '../../../contract/duplicates.ts';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import MergeIcon from '@mui/icons-material/MergeType';
import { Box, Button, Card, Checkbox } from '@mui/material';
import { useId, useState } from 'react';
import { findColumn, valueAt } from '../../../descriptor/column-field.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/type/field.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { Status } from '../../kit/status/status.tsx';
import type { FoundRecord } from './duplicates.ts';
import { useDecideDistinct } from './latest-distinct.tsx';
import {
  canMerge,
  differingIdentifiers,
  identifiersOf,
  keepableRecords,
} from './differing-fields.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';

type GroupListProps = {
  resource: Resource;
  /** The compared field. */
  field: Field;
  groups: readonly Group[];
  mayMerge: boolean;
  /** Whether the user may decide that records are not the same. */
  mayDecide: boolean;
  onMerged: (gone: readonly string[]) => void;
  /** After such a decision about these records, and again after its undo. */
  onDecided: (records: readonly string[], isUndone: boolean) => void;
};

/** One card per group, in which the user selects the records to merge. */
export function GroupList({ groups, ...rest }: GroupListProps) {
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0 }}>
      {groups.map((group) => (
        <GroupCard
          key={group.records.map(({ _id, _version }) => `${_id} ${_version}`).join()}
          group={group}
          {...rest}
        />
      ))}
    </Box>
  );
}

type GroupCardProps = Omit<GroupListProps, 'groups'> & { group: Group };

function GroupCard(props: GroupCardProps) {
  const { resource, field, group, mayMerge: may, mayDecide, onMerged, onDecided } = props;
  const texts = useTexts('duplicates');
  const id = useId();
  const { records } = group;
  const view = useResource(resource.name);
  const mayMerge = may && canMerge(view, records);
  const [chosen, setChosen] = useState<readonly string[]>(records.map(({ _id }) => _id));
  const [isMerging, setMerging] = useState(false);
  const merged = records.filter(({ _id }) => chosen.includes(_id));
  const differing = differingIdentifiers(resource, merged);
  const decide = useDecideDistinct(resource, onDecided);
  const isRefused = mayMerge && keepableRecords(view, merged).length === 0;
  const toggle = (one: string): void =>
    setChosen(chosen.includes(one) ? chosen.filter((each) => each !== one) : [...chosen, one]);
  return (
    <Card component="li" sx={{ listStyle: 'none', px: 2, py: 1.5 }} aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Hint id={id} sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Reason field={field} group={group} />
        </Hint>
        {mayDecide && (
          <Button disabled={merged.length < 2} onClick={() => void decide(chosen)}>
            {texts.notSame}
          </Button>
        )}
        {mayMerge && (
          <Button startIcon={<MergeIcon />} disabled={isRefused} onClick={() => setMerging(true)}>
            {texts.merge}
          </Button>
        )}
      </Box>
      <DifferingNote differing={differing} />
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {records.map((record) => (
          <RecordLine
            key={record._id}
            resource={resource}
            record={record}
            isChosen={chosen.includes(record._id)}
            {...((mayMerge || mayDecide) &&
              records.length > 2 && { onToggle: () => toggle(record._id) })}
          />
        ))}
      </Box>
      {isRefused && merged.length > 1 && <Hint component={Status}>{texts.mayNotMerge}</Hint>}
      {isMerging && (
        <MergeDialog
          resource={resource}
          records={merged}
          onClose={() => setMerging(false)}
          onMerged={(gone) => {
            setMerging(false);
            onMerged(gone);
          }}
        />
      )}
    </Card>
  );
}

/** What the records of a group have in common, and how many of them are shown. */
function Reason({ field, group: { records, count, similarity } }: { field: Field; group: Group }) {
  const texts = useTexts('duplicates');
  const write = useNumberFormat();
  const reason =
    similarity === undefined
      ? fillTemplate(texts.shared, { value: String(records[0]?.[field.name]) })
      : fillTemplate(texts.similar, { percent: write(Math.round(similarity * 100)) });
  if (count <= records.length) return reason;
  const numbers = { count: write(count), shown: write(records.length) };
  return `${reason} · ${fillTemplate(texts.inGroup, numbers)}`;
}

/** Warns of identifiers of which the records have different values. */
function DifferingNote({ differing }: { differing: ReturnType<typeof differingIdentifiers> }) {
  const texts = useTexts('duplicates');
  const { say } = useI18n();
  return differing.map(({ field, values }) => (
    <Box key={field.name} sx={warningSx}>
      <WarningIcon aria-hidden fontSize="small" />
      <span>
        {fillTemplate(texts.differs, {
          label: say(field.label),
          values: values.map(String).join(' / '),
        })}
      </span>
    </Box>
  ));
}

const warningSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  color: 'warning.main',
  fontSize: '0.8125rem',
  fontWeight: 600,
  overflowWrap: 'anywhere',
};

type RecordLineProps = {
  resource: Resource;
  record: FoundRecord;
  isChosen: boolean;
  onToggle?: () => void;
};

/** The title of a record, its identifiers, and the first facts that distinguish it from others. */
function RecordLine({ resource, record, isChosen, onToggle }: RecordLineProps) {
  const texts = useTexts('duplicates');
  const { say } = useI18n();
  const title = displayTitle(resource, record);
  const listed = resource.list.columns
    .flatMap((name) => (resource.fields.has(headOf(name)) && findColumn(resource, name)) || [])
    .filter(
      ({ name }) => !resource.title.includes(`{${name}}`) && !isEmptyValue(valueAt(record, name)),
    )
    .slice(0, 4);
  const deciding = identifiersOf(resource).filter(
    ({ name }) => !resource.title.includes(`{${name}}`) && !isEmptyValue(record[name]),
  );
  const facts = [...new Map([...deciding, ...listed].map((field) => [field.name, field])).values()];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', py: 0.5, gap: 0.5 }}>
      {onToggle && (
        <Checkbox
          size="small"
          checked={isChosen}
          onChange={onToggle}
          slotProps={{ input: { 'aria-label': fillTemplate(texts.choose, { title }) } }}
          sx={{ p: 0.5, mt: -0.5 }}
        />
      )}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <TextLink to={toRecordPath(resource, record._id)}>{title}</TextLink>
        <Box component="dl" sx={factsSx}>
          {facts.map((field) => (
            <div key={field.name}>
              <dt>{say(field.label)}:</dt>
              <dd>
                <FieldValue
                  field={field}
                  value={valueAt(record, field.name)}
                  place="list"
                  record={record}
                />
              </dd>
            </div>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

const factsSx = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  m: 0,
  fontSize: '0.8125rem',
  '& > div': { display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0, maxWidth: 1 },
  '& dt': { color: 'text.secondary', whiteSpace: 'nowrap' },
  '& dd': { m: 0, minWidth: 0 },
};
