import { Box, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { setAt } from '../../../../descriptor/edits/edit.ts';
import type { DescriptorFiles } from '../../../../descriptor/edits/open-files.ts';
import { openFiles, wholeOf } from '../../../../descriptor/edits/open-files.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { messageOf } from '../../../client/http.ts';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { Status } from '../../../kit/status/status.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { PlanStepItem } from '../plan-step.tsx';
import { useTextPlan } from '../draft/use-descriptor-texts.ts';
import { withType } from '../settings/with-type.ts';
import type { CollectionPartProps } from './collection-part.ts';
import type { FieldRow } from './field-rows.ts';
import { toSettings } from '../settings/to-settings.ts';
import { useSettingWords } from '../settings/use-setting-words.ts';
import { NeededSettings } from './needed-settings.tsx';
import { kindOf, neededBy } from '../settings/field-kinds.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { TypeSelect } from '../settings/type-select.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';

type RetypeFieldProps = CollectionPartProps & { row: FieldRow; onClose: () => void };

/** Chooses another type, and shows first how many values it converts. */
export function RetypeField({ row, collection, onClose }: RetypeFieldProps) {
  const { retype, add } = useTexts('structure-fields');
  const { types } = useTexts('structure');
  const labelOf = useLabelOf();
  const { edit } = useStructureDraft();
  const before = String(row.field['type']);
  const [chosen, setChosen] = useState<JsonObject>({});
  const [declaration, setDeclaration] = useState(row.field);
  const [isTried, setTried] = useState(false);
  const { field, lost } = withType(row.field, declaration);
  const missing = neededBy(String(field['type'])).filter(({ name }) => field[name] === undefined);
  const isOther = kindOf(declaration) !== kindOf(row.field);
  const lostNames = useSettingLabels(before, lost).join(', ');

  function change(): void {
    setTried(true);
    if (missing.length > 0) return;
    if (!isOther || edit((files) => setAt(files, row.path, field))) onClose();
  }

  return (
    <DialogFrame
      title={fillTemplate(retype.title, { field: labelOf(row.field, row.name) })}
      cancel={add.cancel}
      action={retype.do}
      isDisabled={!isOther}
      onAction={change}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <Hint>{fillTemplate(retype.now, { type: types[before] ?? before })}</Hint>
        <TypeSelect
          label={retype.type}
          value={declaration}
          onChange={(next) => {
            setChosen(next);
            setDeclaration(next);
          }}
        />
        {isOther && (
          <NeededSettings
            {...{ declaration, isTried }}
            present={withType(row.field, chosen).field}
            onChange={setDeclaration}
          />
        )}
        {isOther && lost.length > 0 && (
          <Typography>{fillTemplate(retype.lost, { settings: lostNames })}</Typography>
        )}
        {isOther && missing.length === 0 && (
          <Conversion {...{ collection, row, field }} key={JSON.stringify(field)} />
        )}
      </Box>
    </DialogFrame>
  );
}

/** What people call some settings of a type. */
function useSettingLabels(type: string, names: readonly string[]): string[] {
  const { labelOf } = useSettingWords();
  return toSettings(type)
    .filter(({ name }) => names.includes(name))
    .map(labelOf);
}

type ConversionProps = { collection: string; row: FieldRow; field: JsonObject };

/** What becomes of the stored values, as the plan of this change alone counts it. */
function Conversion({ row, field }: ConversionProps) {
  const { retype } = useTexts('structure-fields');
  const { theirs } = useStructureDraft();
  const files = useMemo(() => retypedFiles(theirs.files, row, field), [theirs.files, row, field]);
  return (
    <Box role="group" aria-label={retype.values}>
      {files ? <Counted files={files} /> : <Hint>{retype.isNew}</Hint>}
    </Box>
  );
}

function Counted({ files }: { files: DescriptorFiles }) {
  const { retype } = useTexts('structure-fields');
  const { data: plan, error } = useTextPlan(files);
  // The other steps, such as indexes, are for the review.
  const steps = plan?.steps.filter(
    ({ class: kind, lost, violations }) => kind === 'rewriting' || lost || violations,
  );
  const isFine = !steps?.some(({ lost, violations }) => lost ?? violations);
  return (
    <>
      <Typography component={Status}>
        {!plan && !error && retype.counting}
        {error && fillTemplate(retype.failed, { reason: messageOf(error) })}
        {plan && isFine && retype.fine}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps?.map((step) => (
          <PlanStepItem key={step.id} step={step} />
        ))}
      </Box>
    </>
  );
}

/** The texts of the server with nothing but the other type; undefined if they do not have the field. */
function retypedFiles(
  files: DescriptorFiles,
  { path, field: { was } }: FieldRow,
  field: JsonObject,
): DescriptorFiles | undefined {
  const opened = openFiles(files);
  if ('refused' in opened) return undefined;
  const whole = wholeOf(opened);
  const former: Path = typeof was === 'string' ? [...path.slice(0, -1), was] : path;
  const known = [former, path].find((one) => valueAt(whole, one) !== undefined);
  if (!known) return undefined;
  const { was: _, ...rest } = field;
  const edited = setAt(files, known, known === path ? field : rest);
  return 'files' in edited ? edited.files : undefined;
}
