import { Box, TextField } from '@mui/material';
import { useState } from 'react';
import { toFieldName } from '../../../../descriptor/infer/names.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { CheckField } from '../../../resource/check-field.tsx';
import { useSettingNames } from '../settings/setting-context.ts';
import { firstOf, LabelInputs, toWords, type Labels } from '../settings/label-inputs.tsx';
import type { CollectionPartProps } from './collection-part.ts';
import { addField, hasColumns, nameProblem, sectionsOf } from './field-edits.ts';
import type { FieldsProps } from './field-rows.ts';
import { NeededSettings } from './needed-settings.tsx';
import { neededBy } from '../settings/field-kinds.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { TypeSelect } from '../settings/type-select.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';

type AddFieldProps = FieldsProps & {
  /** Whether the field becomes a column of the list, unless the person decides otherwise. */
  isColumn: boolean;
  onClose: () => void;
};

/** Asks for the label first; the name follows from it. */
export function AddField(props: AddFieldProps) {
  const { collection, declared, onClose } = props;
  const texts = useTexts('structure-fields');
  const { languages } = useSettingNames();
  const draft = useStructureDraft();
  const [labels, setLabels] = useState<Labels>({});
  const name = useNewName(props, firstOf(labels, languages));
  const [declaration, setDeclaration] = useState<JsonObject>({ type: 'text' });
  const [isColumn, setColumn] = useState(props.isColumn);
  const [section, setSection] = useState(sectionsOf(declared, collection).titles.length - 1);
  const [isTried, setTried] = useState(false);
  const { type, ...settings } = declaration;
  const missing = neededBy(String(type)).filter((one) => settings[one.name] === undefined);

  function add(): void {
    setTried(true);
    if (name.problem !== undefined || missing.length > 0) return;
    const words = toWords(labels, languages, nameToLabel(name.value));
    const field = { type, ...(words !== undefined && { label: words }), ...settings };
    const place = { isColumn, section: section < 0 ? undefined : section };
    const added = { name: name.value, field, ...place };
    if (draft.edit(addField(declared, collection, added))) onClose();
  }

  return (
    <DialogFrame
      title={texts.add.title}
      cancel={texts.add.cancel}
      action={texts.add.do}
      isForm
      onAction={add}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <LabelInputs
          hasFocus
          label={texts.add.label}
          {...{ labels, languages }}
          onChange={setLabels}
        />
        <NameInput name={name} isTried={isTried} />
        <TypeSelect label={texts.add.type} value={declaration} onChange={setDeclaration} />
        <NeededSettings {...{ declaration, isTried }} onChange={setDeclaration} />
        <Places
          {...{ collection, declared, isColumn, section }}
          onColumn={setColumn}
          onSection={setSection}
        />
      </Box>
    </DialogFrame>
  );
}

/** The name of the new field: as proposed from the label, until the person enters one. */
function useNewName({ collection, rows }: AddFieldProps, label: string) {
  const { files } = useStructureDraft();
  const texts = useTexts('structure-fields');
  const [typed, setTyped] = useState<string>();
  const proposal = toFieldName(label, new Set(rows.map((row) => row.name))) ?? '';
  const value = typed ?? proposal;
  const refusal = value === '' ? undefined : nameProblem(files, { collection, rows }, value);
  const wrong = refusal?.problem ? problemText(refusal.problem) : refusal && texts.taken;
  return {
    value,
    isProposed: typed === undefined,
    isEmpty: value === '',
    isLabelled: label.trim() !== '',
    problem: value === '' ? texts.noName : wrong,
    onChange: (next: string) => setTyped(next === '' ? undefined : next),
  };
}

type NameInputProps = { name: ReturnType<typeof useNewName>; isTried: boolean };

function NameInput({ name, isTried }: NameInputProps) {
  const texts = useTexts('structure-fields');
  // A label in another script makes no name, which the person hears of at once.
  const isShown = name.problem !== undefined && (isTried || name.isLabelled || !name.isEmpty);
  return (
    <TextField
      margin="none"
      label={texts.add.name}
      value={name.value}
      onChange={({ target }) => name.onChange(target.value)}
      error={isShown}
      helperText={isShown ? name.problem : texts.proposed}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
    />
  );
}

type PlacesProps = CollectionPartProps & {
  isColumn: boolean;
  section: number;
  onColumn: (isColumn: boolean) => void;
  onSection: (section: number) => void;
};

/** Where people see the field, as far as the collection does not show all fields anyway. */
function Places({ collection, declared, isColumn, section, onColumn, onSection }: PlacesProps) {
  const { add } = useTexts('structure-fields');
  const labelOf = useLabelOf();
  const { titles } = sectionsOf(declared, collection);
  return (
    <>
      {titles.length > 0 && (
        <NativeSelect
          label={add.section}
          value={String(section)}
          options={[
            ...titles.map((label, at) => [String(at), labelOf({ label }, String(at + 1))] as const),
            ['-1', add.noSection] as const,
          ]}
          onChange={(next) => onSection(Number(next))}
        />
      )}
      {hasColumns(declared, collection) && (
        <CheckField label={add.column} checked={isColumn} onChange={onColumn} />
      )}
    </>
  );
}
