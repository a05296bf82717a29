import type {
  ColumnPreview,
  Inspection,
  InspectedColumn,
  JobRequest,
} from '../../contract/jobs.ts';
import { Box, Button } from '@mui/material';
import type { Field } from '../../fields/type/field.ts';
import { formats } from '../../files/formats/formats.ts';
import { type ColumnChoice, type JobSettings, toColumnChoice, toRequest } from './job-settings.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { NativeSelect } from '../kit/native-select.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { useResource } from '../kit/use-resource.ts';
import { ColumnConversions } from './columns/column-conversions.tsx';
import type { ColumnConversionsProps } from './columns/column-references.tsx';
import { useTexts } from '../messages/texts.ts';
import { Hint } from '../kit/hint.tsx';
import { type ColumnGroups, groupOf, NamelessGroups, toGroups } from './columns/column-targets.tsx';
import { useFileFields } from './use-file-fields.ts';
import { cellsOf } from './columns/sample-cells.ts';
import { ColumnSamples } from './columns/column-samples.tsx';
import { useOptionLabel } from './columns/use-option-label.ts';
import { CleaningOffers, ColumnAdvice, Offer } from './columns/column-advice.tsx';
import { ColumnSteps } from './lazy-steps.ts';
import { stepsOfColumn } from './steps/step-drafts.ts';
import { isReadByStep } from '../../files/steps/step.ts';
import type { Cleaning } from './use-inspection.ts';
import { useId, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '../../fields/screen/use-settled.ui.ts';
import { inspectFile } from './job/jobs.ts';

type ColumnTableProps = {
  inspection: Inspection;
  settings: JobSettings;
  cleaning: Cleaning;
  onChange: (columns: JobSettings['columns']) => void;
};

/** Each column of the file with samples of its cells, and the field it maps to. */
export function ColumnTable({ inspection, settings, cleaning, onChange }: ColumnTableProps) {
  const { columns } = settings;
  const { find, targets } = useFileFields();
  const groups = toGroups(targets, settings);
  const optionLabel = useOptionLabel(settings);
  const previews = useValuePreviews(cleaning, settings);
  const isTable = formats[inspection.layout.format].isTable;
  const names = inspection.columns.map(({ name }) => name);
  const change = (name: string, choice: ColumnChoice): void =>
    onChange(new Map(columns).set(name, choice));
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {inspection.columns
          .toSorted((a, b) => rankOf(a) - rankOf(b))
          .map((column) => {
            const choice = columns.get(column.name);
            return choice === undefined ? null : (
              <ColumnRow
                key={column.name}
                column={column}
                choice={choice}
                hasTexts={isTable}
                columns={names}
                groups={groups}
                optionLabel={optionLabel}
                preview={previews.get(column.name)}
                isRead={isReadByStep(settings.steps, column.name)}
                cleaning={cleaning}
                fieldOf={(name) => find(columns.get(name)?.field ?? '')}
                onChange={(changed) => change(column.name, changed)}
              />
            );
          })}
      </Box>
      <NamelessGroups groups={groups} />
    </>
  );
}

type ColumnRowProps = Pick<
  ColumnConversionsProps,
  'choice' | 'hasTexts' | 'isRead' | 'columns' | 'onChange'
> &
  CleaningProps & {
    groups: ColumnGroups;
    optionLabel: (field: Field) => string;
    preview: ColumnPreview | undefined;
  };

function ColumnRow(props: ColumnRowProps) {
  const { column, choice, hasTexts, groups } = props;
  const { name } = column;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const files = useFileFields();
  const field = isConverted(choice.field) ? files.find(choice.field) : undefined;
  return (
    <Box component="li" sx={rowSx}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
        <ColumnSamples column={column} preview={props.preview} />
        <CleanUpButton {...props} {...{ id, isOpen }} onToggle={() => setOpen(!isOpen)} />
      </Box>
      <Box>
        <FieldChoice {...props} files={files} />
        <Suggestion {...props} files={files} />
        {field && hasTexts && <ColumnAdvice {...props} field={field} />}
        {field && hasTexts && <CleaningOffers {...props} field={field} />}
      </Box>
      {field ? (
        <ColumnConversions
          {...props}
          name={name}
          field={field}
          group={groupOf(groups, name)}
          isGrouped={groups.has(choice.field ?? '')}
        />
      ) : (
        <span />
      )}
      {isOpen && <ColumnSteps id={id} {...props} />}
    </Box>
  );
}

type ChoiceProps = ColumnRowProps & { files: ReturnType<typeof useFileFields> };

/** The field that a column maps to: of the collection, of its child lists, or behind a reference. */
function FieldChoice({ column, choice, columns, optionLabel, files, onChange }: ChoiceProps) {
  const { columns: texts } = useTexts('files');
  const { readable, isWritable } = useResource();
  const { find, labelOf, listed, paths, targets } = files;
  const { say } = useI18n();
  const fields = readable.filter((field) => isWritable(field.name));
  const system = ['_id', '_version'].flatMap((one) => find(one) ?? []);
  const behind = Map.groupBy(targets, ([, { reference }]) => reference);
  const toOption = (path: string) => [path, labelOf(path)] as const;
  return (
    <NativeSelect
      label={fillTemplate(texts.fieldOf, { name: column.name })}
      value={choice.field ?? (choice.field === null ? '' : UNDECIDED)}
      options={[
        ...(choice.field === undefined ? [[UNDECIDED, texts.undecided] as const] : []),
        ['', texts.leftOut],
        ...[...fields, ...system].map((one) => [one.name, optionLabel(one)] as const),
        ...[...listed, ...paths.filter((path) => columns.includes(path))].map(toOption),
      ]}
      groups={[...behind].map(([reference, all]) => ({
        label: fillTemplate(texts.writing.behind, { name: say(reference.label) }),
        options: all.map(([path]) => toOption(path)),
      }))}
      onChange={(chosen) =>
        onChange(toColumnChoice(find, chosen === '' ? null : chosen, cellsOf(column)))
      }
    />
  );
}

/** Why the field of a column was chosen, or a guess that the user may accept. */
function Suggestion({ column, choice, files: { find }, onChange }: ChoiceProps) {
  const { columns: texts } = useTexts('files');
  const { say } = useI18n();
  const { name, suggestion } = column;
  if (suggestion === null) return null;
  if (choice.field === suggestion.field)
    return (
      <Hint variant="caption" component="div">
        {texts.why[suggestion.why]}
      </Hint>
    );
  const guessed = suggestion.why === 'content' ? find(suggestion.field) : undefined;
  if (!guessed) return null;
  const field = say(guessed.label);
  return (
    <Offer
      says={fillTemplate(texts.guess, { field })}
      action={texts.takeGuess}
      label={fillTemplate(texts.takeGuessOf, { name, field })}
      onTake={() => onChange(toColumnChoice(find, guessed.name, cellsOf(column)))}
    />
  );
}

type CleaningProps = {
  column: InspectedColumn;
  columns: readonly string[];
  cleaning: Cleaning;
  fieldOf: (column: string) => Field | undefined;
};

type CleanUpButtonProps = Pick<CleaningProps, 'column' | 'cleaning'> & {
  id: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** Opens the steps of a column, which load with the first that somebody opens. */
function CleanUpButton({ column: { name }, cleaning, id, isOpen, onToggle }: CleanUpButtonProps) {
  const { columns: texts } = useTexts('files');
  const { number } = useI18n();
  const count = stepsOfColumn(cleaning.steps, name).length;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, ml: '-5px' }}>
      <Button
        size="small"
        aria-label={fillTemplate(texts.cleanUpOf, { name })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        {texts.cleanUp}
      </Button>
      {count > 0 && (
        <Hint variant="caption">{fillTemplate(texts.steps, { count: number(count) })}</Hint>
      )}
      {!cleaning.answers.own.has(name) && <Hint variant="caption">{texts.made}</Hint>}
    </Box>
  );
}

/**
 * Columns for which nothing certain is proposed come first, and empty ones last. The file alone decides, so
 * that no column moves while the user chooses its field.
 */
function rankOf({ samples, suggestion }: InspectedColumn): number {
  if (samples.length === 0) return 2;
  return suggestion === null || suggestion.why === 'content' ? 0 : 1;
}

/** System fields are read as they are. */
function isConverted(path: string | null | undefined): path is string {
  return typeof path === 'string' && !/(^|\.)_/.test(path);
}

/** No field can have this name. */
const UNDECIDED = '?';

const rowSx = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1fr)',
  },
  gap: { xs: 1, sm: 2 },
  alignItems: 'start',
  py: 1.25,
  '& + &': { borderTop: 1, borderColor: 'divider' },
  '& .MuiTextField-root': { width: '100%' },
};

/** What the first cells of each column become, by the name of the column. The server reads them as the import does. */
function useValuePreviews(
  { jobId, layout }: Cleaning,
  settings: JobSettings,
): ReadonlyMap<string, ColumnPreview> {
  const { mapping, steps } = toRequest(settings, layout);
  // Equal settings are new objects with each change of the page.
  const sent = useSettled(JSON.stringify({ mapping, steps }));
  const { data } = useQuery({
    queryKey: ['job-values', jobId, layout, sent],
    queryFn: async ({ signal }) => {
      const read = JSON.parse(sent) as Pick<JobRequest, 'mapping' | 'steps'>;
      return (await inspectFile(jobId, layout, signal, read)).values ?? [];
    },
    placeholderData: keepPreviousData,
  });
  // A preview for the field that the column had before would be wrong.
  const fits = ({ column, field }: ColumnPreview) => settings.columns.get(column)?.field === field;
  return new Map(data?.filter(fits).map((preview) => [preview.column, preview]));
}
