import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { keyOf, titleFields } from '../../../descriptor/title.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useText } from '../../messages/use-text.ts';
import { FilesAmong } from '../../resource/file-places.tsx';
import { FieldValue } from '../../resource/field-value.tsx';
import { useRecordTitle } from '../../resource/use-record-title.ts';
import { useResource } from '../../kit/use-resource.ts';
import { type Difference, keepableRecords } from './differing-fields.ts';
import type { FoundRecord } from './duplicates.ts';
import { useTexts } from '../../messages/texts.ts';
import { Choices } from '../../kit/choices.tsx';
import { Hint } from '../../kit/hint.tsx';

type ChoiceRowsProps = {
  resource: Resource;
  records: readonly FoundRecord[];
  keep: string;
  onKeep: (id: string) => void;
  differences: readonly Difference[];
  /** The chosen option of each difference. */
  chosen: readonly number[];
  onChoose: (field: string, option: number) => void;
};

/** The choice of the record that stays, and of its value for each differing field. */
export function ChoiceRows(props: ChoiceRowsProps) {
  const { resource, records, keep, onKeep, differences, chosen, onChoose } = props;
  const texts = useTexts('duplicates');
  const say = useText();
  const among = records.map((values) => ({
    values,
    place: { resource: resource.name, record: values._id },
  }));
  return (
    <>
      <KeepChoice {...{ resource, records, keep, onKeep }} />
      {differences.length > 0 && (
        <Typography variant="h6" component="h3">
          {texts.values}
        </Typography>
      )}
      {differences.map(({ field, options }, index) => (
        <Choices
          key={field.name}
          label={say(field.label)}
          value={String(chosen[index])}
          onChange={(next) => onChoose(field.name, Number(next))}
          columns={records.length}
          options={options.map(({ value, isAll }, at) => ({
            value: String(at),
            label: (
              <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
                {isAll && <Typography variant="body2">{texts.together}</Typography>}
                <FilesAmong resource={resource} among={among}>
                  <FieldValue field={field} value={value} place="page" />
                </FilesAmong>
              </Box>
            ),
          }))}
        />
      ))}
    </>
  );
}

type KeepChoiceProps = Pick<ChoiceRowsProps, 'resource' | 'records' | 'keep' | 'onKeep'>;

/** The choice of the record that stays. One that the user may not keep says why. */
function KeepChoice({ resource, records, keep, onKeep }: KeepChoiceProps) {
  const texts = useTexts('duplicates');
  const view = useResource(resource.name);
  const keepers = keepableRecords(view, records);
  const whyNot = (record: FoundRecord): string =>
    view.mayWith('update', record)
      ? fillTemplate(texts.mayNotDelete, { count: records.length - 1 })
      : texts.mayNotChange;
  return (
    <Choices
      label={texts.keep}
      value={keep}
      onChange={onKeep}
      options={records.map((record) => ({
        value: record._id,
        isDisabled: !keepers.includes(record),
        label: (
          <RecordLabel resource={resource} record={record}>
            {!keepers.includes(record) && (
              <Box sx={{ display: 'block' }} component="span">
                {whyNot(record)}
              </Box>
            )}
          </RecordLabel>
        ),
      }))}
    />
  );
}

type RecordLabelProps = { resource: Resource; record: FoundRecord; children: ReactNode };

/** The title of a record, with its key and when it was created, because duplicates have alike titles. */
function RecordLabel({ resource, record, children }: RecordLabelProps) {
  const title = useRecordTitle(resource, { ...record, id: record._id });
  const key = keyOf(resource, record);
  const isNamed = resource.importKey.every((name) => titleFields(resource).includes(name));
  const createdAt = record['createdAt'];
  const facts = [
    ...(isNamed || key === '' ? [] : [key]),
    ...(typeof createdAt === 'string' ? [showDateTime(createdAt)] : []),
  ];
  return (
    <Box component="span">
      <bdi>{title}</bdi>
      <Hint component="span">
        {facts.map((fact) => ` · ${fact}`)}
        {children}
      </Hint>
    </Box>
  );
}
