import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobRequest } from '../../../../contract/jobs.ts';
import type { InferredFields } from '../../../../contract/structure/inferred-fields.ts';
import { mayAdminister } from '../../../../descriptor/access.ts';
import { addCollection } from '../../../../descriptor/edits/new-collection.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useConfig } from '../../../client/config.tsx';
import { call } from '../../../client/http.ts';
import { FileDrop } from '../../../files/file-upload.tsx';
import { ProblemAlert } from '../../../files/problem-alert.tsx';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { Status } from '../../../kit/status/status.tsx';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { NameInputs, PlaceInputs } from './collection-details.tsx';
import {
  type FieldDraft,
  type NamedField,
  nameFields,
  toDeclaration,
  toFieldDraft,
} from './collection-draft.ts';
import { useOwnLanguage } from '../settings/setting-context.ts';
import { CreateBar } from './create-bar.tsx';
import { addCreated } from '../draft/created.ts';
import { FieldInputs } from './field-inputs.tsx';
import { TitleSelect } from './title-select.tsx';
import { useCollectionDetails } from './use-collection-details.ts';
import { useLack } from './use-lack.ts';

type Asked = { file: File; sheet?: string };

/** A collection from the records of a file, which are imported into it. */
export function FromFile() {
  const texts = useTexts('structure-new');
  const { mutate, data, error, isPending, variables, reset } = useMutation({
    mutationFn: ({ file, sheet }: Asked) => inferFields(file, sheet),
  });
  if (data && variables)
    return (
      <InferredCollection
        key={`${variables.file.name} ${variables.sheet}`}
        file={variables.file}
        inferred={data}
        onSheet={(sheet) => mutate({ ...variables, sheet })}
        onOther={reset}
      />
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 760 }}>
      <Hint>{texts.fileHint}</Hint>
      <ProblemAlert error={error} />
      <FileDrop disabled={isPending} onChoose={(file) => mutate({ file })} />
      {isPending && <LinearProgress aria-label={texts.readingFile} />}
    </Box>
  );
}

/** What the server proposes for a file. A large one takes its time. */
async function inferFields(file: File, sheet?: string): Promise<InferredFields> {
  const body = new FormData();
  // A part after the file would be read last.
  if (sheet !== undefined) body.set('sheet', sheet);
  body.set('file', file);
  const init = { method: 'POST', reads: true, body, timeout: false } as const;
  return (await call<InferredFields>('/api/structure/infer', init)).json;
}

type InferredProps = {
  file: File;
  inferred: InferredFields;
  onSheet: (sheet: string) => void;
  onOther: () => void;
};

function InferredCollection({ file, inferred, onSheet, onOther }: InferredProps) {
  const texts = useTexts('structure-new');
  const details = useCollectionDetails('', file.name.replace(/\.\w+$/, ''));
  const { languages } = details;
  const own = useOwnLanguage(languages);
  const [fields, setFields] = useState<readonly FieldDraft[]>(() =>
    inferred.fields.map((column) => toFieldDraft(column, own)),
  );
  const [titleKey, setTitle] = useState(inferred.title ?? '');
  const { name, label, group, permissions } = details;
  const named = nameFields(name, fields, languages);
  const mayImport = useMayImport(permissions.rights);
  const lack = useLack(named);
  const missingRight = mayImport ? undefined : texts.missingImport;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <FileFacts {...{ file, inferred, onSheet, onOther }} />
      <NameInputs details={details} />
      <Typography variant="h3">{texts.fields}</Typography>
      <FieldInputs fields={fields} rows={inferred.rows} onChange={setFields} />
      <TitleSelect {...{ named, titleKey }} onChange={setTitle} />
      <PlaceInputs details={details} />
      <CreateBar
        details={details}
        isBegun
        isAtOnce
        missing={lack ?? missingRight}
        onAdded={() =>
          addCreated({ name, rows: { file, request: toImport(named, fields, inferred) } })
        }
        make={(files) => {
          const draft = { name, label, fields, languages, group, titleKey };
          const value = toDeclaration({
            ...draft,
            permissions: permissions.rights,
            importKey: named.find(({ field }) => field.key === inferred.key)?.name,
          });
          return addCollection(files, { name, value }, details.file);
        }}
      />
    </Box>
  );
}

/** How the import reads the file into the fields that the person has made of its columns. */
function toImport(
  named: readonly NamedField[],
  fields: readonly FieldDraft[],
  { layout, ignored }: InferredFields,
): JobRequest {
  const leftOut = fields.flatMap(({ column, isLeftOut }) =>
    column && isLeftOut ? [column.column] : [],
  );
  const mapped = named.flatMap(({ name, field: { column, declaration } }) => {
    if (!column) return [];
    // A number that the person has made a text keeps the comma that it was written with.
    const isNumber =
      column.decimal !== undefined && ['number', 'decimal'].includes(String(declaration['type']));
    return [[column.column, { field: name, ...(isNumber && { decimal: ',' as const }) }] as const];
  });
  return {
    mode: 'create',
    layout,
    mapping: Object.fromEntries([
      ...mapped,
      ...[...ignored, ...leftOut].map((column) => [column, null] as const),
    ]),
  };
}

/** Whether the person may import into the collection that they describe. */
function useMayImport(rights: Readonly<Record<string, readonly string[]>>): boolean {
  const { descriptor, role } = useConfig();
  const own = rights[role] ?? [];
  return mayAdminister(descriptor, role) || (own.includes('import') && own.includes('create'));
}

/** What was read of the file, and what of it no import could read. */
function FileFacts({ file, inferred, onSheet, onOther }: InferredProps) {
  const texts = useTexts('structure-new');
  const write = useNumberFormat();
  const { rows, isWhole, wrong, sheets, layout, fields, ignored } = inferred;
  const read = { file: file.name, rows: write(rows), columns: write(fields.length) };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography component={Status}>
          {fillTemplate(isWhole ? texts.readWhole : texts.readPart, read)}
        </Typography>
        <Button onClick={onOther}>{texts.otherFile}</Button>
      </Box>
      {sheets.length > 1 && (
        <Box sx={{ display: 'grid', maxWidth: 372 }}>
          <NativeSelect
            label={texts.sheet}
            value={layout.sheet ?? sheets[0] ?? ''}
            options={sheets.map((sheet) => [sheet, sheet])}
            onChange={onSheet}
          />
        </Box>
      )}
      {ignored.length > 0 && (
        <Hint>{fillTemplate(texts.ignored, { columns: ignored.join(', ') })}</Hint>
      )}
      {wrong.length > 0 && (
        <Alert severity="warning">
          {texts.wrongRows}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {wrong.map((one) => (
              <li key={one.row}>
                {fillTemplate(one.line === undefined ? texts.wrongRow : texts.wrongLine, {
                  row: write(one.row),
                  line: write(one.line ?? 0),
                  problem: problemText(one),
                })}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </>
  );
}
