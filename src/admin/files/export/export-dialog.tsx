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
import { useExportRun } from './use-export-run.ts';
import type { ExportScope } from '../use-file-size.ts';
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
  const { export: texts, ...all } = useTexts('files');
  const { resource } = useResource();
  const { say } = useI18n();
  const run = useExportRun(chosen, onClose);
  const { settings, change } = run;
  const { format, fields } = settings;
  const lists = useExportedLists();
  const filed = lists.filter(({ child }) => settings.children.includes(child.name));
  const hasFiles =
    fileFields(resource).some(({ name }) => fields.includes(name)) ||
    (formats[format].isTable && filed.some(({ child }) => fileFields(child).length > 0));
  return (
    <DialogFrame
      title={fillTemplate(texts.title, { name: say(resource.label) })}
      content={{ sx: { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } }}
      cancel={all.cancel}
      action={texts.run}
      isDisabled={fields.length === 0}
      isLoading={run.isRunning}
      onAction={run.start}
      onClose={run.stop}
    >
      <ExportScopeChoice scopes={run.scopes} scope={run.scope} onChange={run.setScope} />
      <NativeSelect
        label={texts.format}
        value={format}
        options={formatNames.map((name) => [name, name.toUpperCase()])}
        onChange={(name) => change({ format: name })}
      />
      <NativeSelect
        label={texts.references}
        value={settings.references}
        options={[
          ['key', texts.byKey],
          ['_id', texts.byId],
          ['title', texts.byTitle],
          ['both', texts.byBoth],
        ]}
        onChange={(references) => change({ references })}
      />
      {format === 'csv' && (
        <NativeSelect
          label={texts.delimiter}
          value={settings.delimiter}
          options={Object.entries(all.layout.delimiters)}
          onChange={(delimiter) => change({ delimiter })}
        />
      )}
      {isTextTable(format) && (
        <>
          <NativeSelect
            label={texts.decimal}
            value={settings.decimal}
            options={[
              ['.', texts.point],
              [',', texts.comma],
            ]}
            onChange={(decimal) => change({ decimal })}
          />
          <CheckField
            label={texts.bom}
            checked={settings.bom}
            onChange={(bom) => change({ bom })}
          />
        </>
      )}
      {formats[format].isTable &&
        lists.map(({ child }) => (
          <CheckField
            key={child.name}
            label={fillTemplate(texts.withList, { name: say(child.label) })}
            checked={settings.children.includes(child.name)}
            onChange={(is) =>
              change({
                children: is
                  ? [...settings.children, child.name]
                  : settings.children.filter((one) => one !== child.name),
              })
            }
          />
        ))}
      {(hasFiles || settings.withFiles) && (
        <Box>
          <CheckField
            label={texts.withFiles}
            checked={settings.withFiles}
            onChange={(withFiles) => change({ withFiles })}
          />
          <FileSize isAsked={settings.withFiles} size={run.size} />
        </Box>
      )}
      <ExportColumns chosen={fields} onChange={(names) => change({ fields: names })} />
      {run.error !== undefined && <Alert severity="error">{run.error}</Alert>}
      {run.isRunning && <Progress bytes={run.bytes} percent={run.percent} />}
    </DialogFrame>
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
