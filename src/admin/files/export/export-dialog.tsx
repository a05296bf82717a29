import {
  Alert,
  Box,
  FormControlLabel,
  LinearProgress,
  Typography,
  FormControl,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material';
import { useId } from 'react';
import { formatNames, formats } from '../../../files/formats/formats.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import type { RecordSet } from '../../client/bulk.ts';
import { useResource } from '../../kit/use-resource.ts';
import { ExportColumns, isTextTable } from './export-columns.tsx';
import { useExportedLists } from '../use-file-fields.ts';
import { type ExportScope, useExportRun } from './use-export-run.ts';
import { useTexts } from '../../messages/texts.ts';
import { Status } from '../../kit/status/status.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useSize } from '../../kit/use-size.ts';
import { messageOf } from '../../client/http.ts';
import { fileFields } from '../../../descriptor/file-fields.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Hint } from '../../kit/hint.tsx';

/** Exports the selected, the matching or all records to a file: in which format, with which columns, in which order. */
export function ExportDialog({ chosen, onClose }: { chosen: RecordSet; onClose: () => void }) {
  const { export: texts, cancel } = useTexts('files');
  const { resource } = useResource();
  const { say } = useI18n();
  const run = useExportRun(chosen, onClose);
  const { fields } = run.settings;
  return (
    <DialogFrame
      title={fillTemplate(texts.title, { name: say(resource.label) })}
      content={{ sx: { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } }}
      cancel={cancel}
      action={texts.run}
      isDisabled={fields.length === 0}
      isLoading={run.isRunning}
      onAction={run.start}
      onClose={run.stop}
    >
      <ExportScopeChoice scopes={run.scopes} scope={run.scope} onChange={run.setScope} />
      <FormInputs {...run} />
      <ContentInputs {...run} />
      <ExportColumns chosen={fields} onChange={(names) => run.change({ fields: names })} />
      {run.error !== undefined && <Alert severity="error">{run.error}</Alert>}
      {run.isRunning && <Progress bytes={run.bytes} percent={run.percent} />}
    </DialogFrame>
  );
}

type ExportRun = ReturnType<typeof useExportRun>;

/** How the file is written. */
function FormInputs({ settings, change }: Pick<ExportRun, 'settings' | 'change'>) {
  const { export: texts, layout } = useTexts('files');
  const { format, references, delimiter, decimal, bom } = settings;
  return (
    <>
      <NativeSelect
        label={texts.format}
        value={format}
        options={formatNames.map((name) => [name, name.toUpperCase()])}
        onChange={(name) => change({ format: name })}
      />
      <NativeSelect
        label={texts.references}
        value={references}
        options={[
          ['key', texts.byKey],
          ['_id', texts.byId],
          ['title', texts.byTitle],
          ['both', texts.byBoth],
        ]}
        onChange={(chosen) => change({ references: chosen })}
      />
      {format === 'csv' && (
        <NativeSelect
          label={texts.delimiter}
          value={delimiter}
          options={Object.entries(layout.delimiters)}
          onChange={(sign) => change({ delimiter: sign })}
        />
      )}
      {isTextTable(format) && (
        <>
          <NativeSelect
            label={texts.decimal}
            value={decimal}
            options={[
              ['.', texts.point],
              [',', texts.comma],
            ]}
            onChange={(sign) => change({ decimal: sign })}
          />
          <CheckField label={texts.bom} checked={bom} onChange={(is) => change({ bom: is })} />
        </>
      )}
    </>
  );
}

/** What the file has besides the records: those of child lists, and their files. */
function ContentInputs({
  settings,
  change,
  size,
}: Pick<ExportRun, 'settings' | 'change' | 'size'>) {
  const { export: texts } = useTexts('files');
  const { resource } = useResource();
  const { say } = useI18n();
  const { format, fields, children, withFiles } = settings;
  const lists = useExportedLists();
  const offered = formats[format].isTable ? lists : [];
  const hasFiles =
    fileFields(resource).some(({ name }) => fields.includes(name)) ||
    offered.some(({ child }) => children.includes(child.name) && fileFields(child).length > 0);
  return (
    <>
      {offered.map(({ child: { name, label } }) => (
        <CheckField
          key={name}
          label={fillTemplate(texts.withList, { name: say(label) })}
          checked={children.includes(name)}
          onChange={(is) =>
            change({ children: is ? [...children, name] : children.filter((one) => one !== name) })
          }
        />
      ))}
      {(hasFiles || withFiles) && (
        <Box>
          <CheckField
            label={texts.withFiles}
            checked={withFiles}
            onChange={(is) => change({ withFiles: is })}
          />
          <FileSize isAsked={withFiles} size={size} />
        </Box>
      )}
    </>
  );
}

/** Says how much an export with files is, before anybody starts it. */
function FileSize({ isAsked, size }: { isAsked: boolean; size: UseQueryResult<Size> }) {
  const { export: texts, loading } = useTexts('files');
  const { number } = useI18n();
  const toSize = useSize();
  const { data, error } = size;
  if (isAsked && error) return <Alert severity="error">{messageOf(error)}</Alert>;
  const counts = data && { count: number(data.files), size: toSize(data.bytes) };
  return (
    <Hint component={Status}>
      {isAsked && (counts ? fillTemplate(texts.fileSize, counts) : loading)}
    </Hint>
  );
}

type Size = { files: number; bytes: number };

function Progress({ bytes, percent }: { bytes: number; percent: number | undefined }) {
  const { export: texts } = useTexts('files');
  const { number } = useI18n();
  const isKnown = percent !== undefined;
  return (
    <div>
      <LinearProgress
        aria-label={texts.running}
        {...(isKnown && { variant: 'determinate', value: percent })}
      />
      <Hint>{fillTemplate(texts.done, { size: number(Math.round(bytes / 1e5) / 10) })}</Hint>
    </div>
  );
}

type ExportScopeChoiceProps = {
  scopes: readonly ExportScope[];
  scope: ExportScope;
  onChange: (name: ExportScope['name']) => void;
};

/** Chooses which records to export, with the count of each choice. If only all can be exported, shows their count. */
export function ExportScopeChoice({ scopes, scope, onChange }: ExportScopeChoiceProps) {
  const { export: texts } = useTexts('files');
  const { number } = useI18n();
  const title = useId();
  if (scopes.length === 1) return <Count total={scope.total} />;
  return (
    <FormControl>
      <FormLabel id={title}>{texts.which}</FormLabel>
      <RadioGroup
        aria-labelledby={title}
        value={scope.name}
        onChange={(_, name) => onChange(name as ExportScope['name'])}
      >
        {scopes.map(({ name, total }) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={fillTemplate(texts.scopes[name], {
              count: total === undefined ? '…' : number(total),
            })}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

function Count({ total }: { total: number | undefined }) {
  const { export: texts, loading } = useTexts('files');
  const { number } = useI18n();
  const text = total === undefined ? loading : fillTemplate(texts.count, { count: number(total) });
  return <Typography component={Status}>{text}</Typography>;
}
