import { Alert, Box, Button } from '@mui/material';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { removeAt, setAt } from '../../../../descriptor/edits/edit.ts';
import type { DescriptorFiles, Edited } from '../../../../descriptor/edits/open-files.ts';
import { isGroup } from '../../../../descriptor/edits/named-kind.ts';
import { rename } from '../../../../descriptor/edits/rename.ts';
import { isObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { unwrap, valueAt, type Schema } from '../../../../descriptor/read/schema-at.ts';
import { ROLES } from '../../../../descriptor/read/shared-sets.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import type { ChoiceValue } from '../../../../fields/type/choice-list.ts';
import { useTexts } from '../../../messages/texts.ts';
import { withType } from './with-type.ts';
import { TypeSelect } from './type-select.tsx';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { ChoicesEditor } from './choices-editor.tsx';
import { FieldsInput } from './fields-input.tsx';
import { ListInput } from './list-input.tsx';
import { SettingContext, useSettingNames } from './setting-context.ts';
import { Help } from './setting-help.tsx';
import { isSwitchedOn, SettingInput } from './setting-input.tsx';
import { inFormOf, settingsOf, toEntrySetting, typesOf, type Setting } from './to-settings.ts';
import { useLabelOf } from './use-label-of.ts';
import { useProblems } from './use-problems.ts';
import { useSettingWords } from './use-setting-words.ts';

type SettingsAtProps = {
  path: Path;
  schema: Schema;
  /** Whether a setting is shown here. */
  shows?: (name: string) => boolean;
  isReadOnly?: boolean;
};

/** The settings of a part of the descriptor, as its grammar declares them. */
export function SettingsAt({ path, schema, shows, isReadOnly = false }: SettingsAtProps) {
  const { declared } = useStructureDraft();
  const all = settingsOf(schema);
  const besides = useProblems(path).besides(all.map(({ name }) => name));
  // Its fields are meant where another collection is named, as in a list of the records that refer to this one.
  const isOfOther = all.some(({ name, kind }) => name === 'resource' && kind === 'collection');
  const { resource } = asObject(valueAt(declared, path));
  return (
    <AboutCollection name={isOfOther ? String(resource) : undefined}>
      {besides !== undefined && !shows && <Alert severity="error">{besides}</Alert>}
      {all
        .filter(({ name }) => shows?.(name) ?? true)
        .map((setting) => (
          <SettingAt
            key={setting.name}
            {...{ setting, isReadOnly }}
            path={[...path, setting.name]}
          />
        ))}
    </AboutCollection>
  );
}

type AboutCollectionProps = {
  name: string | undefined;
  /** Whether values of the record that refers can be meant, too. */
  hasOwner?: boolean;
  children: ReactNode;
};

/** Offers the fields of another collection. */
function AboutCollection({ name, hasOwner = false, children }: AboutCollectionProps) {
  const names = useSettingNames();
  const others = useMemo(() => {
    if (name === undefined) return names;
    const owner = hasOwner ? names.collection : undefined;
    return { ...names, fields: names.fieldsOf(name), collection: name, owner };
  }, [names, name, hasOwner]);
  return <SettingContext value={others}>{children}</SettingContext>;
}

/** Offers the choices of a field beside them, of which its states are some. */
function AboutChoices({ of, children }: { of: unknown; children: ReactNode }) {
  const names = useSettingNames();
  const labelOf = useLabelOf();
  const own = useMemo(() => {
    const list: readonly unknown[] =
      of === ROLES ? names.roles.map(([value, label]) => ({ value, label })) : asList(of);
    const choices = list.flatMap((choice) => {
      const value = isObject(choice) ? choice['value'] : choice;
      const { label } = asObject(choice);
      const text = label === undefined ? String(value) : labelOf({ label }, String(value));
      return isChoice(value) ? [{ value, label: text }] : [];
    });
    return { ...names, choices };
  }, [names, of, labelOf]);
  return of === undefined ? children : <SettingContext value={own}>{children}</SettingContext>;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isChoice(value: unknown): value is ChoiceValue {
  return typeof value === 'string' || typeof value === 'number';
}

type SettingAtProps = {
  path: Path;
  setting: Setting;
  example?: unknown;
  /** What is wrong, where the check says it at another place too. */
  problem?: string | undefined;
  startsOpen?: boolean;
  isReadOnly: boolean;
};

/** A setting of the descriptor with the input that its kind needs. Each change is the smallest edit of the text. */
export function SettingAt({ path, setting: given, problem, ...props }: SettingAtProps) {
  const { example, startsOpen, isReadOnly } = props;
  const { declared, edit } = useStructureDraft();
  const value = valueAt(declared, path);
  const setting = inFormOf(given, value);
  const { own, all } = useProblems(path);
  const { kind, schema } = setting;
  const whole = { path, setting, value, isReadOnly, problem: problem ?? own };
  const leaf = { ...whole, problem: problem ?? all };
  if (kind === 'choices' && value !== undefined) return <ChoicesEditor {...leaf} />;
  if (kind === 'fields') return <FieldsInput {...leaf} />;
  if (kind === 'object')
    return (
      <Group {...whole} onRemove={() => edit((files) => removeAt(files, path))}>
        <AboutChoices of={valueAt(declared, [...path.slice(0, -1), 'choices'])}>
          <SettingsAt {...{ path, schema, isReadOnly }} />
        </AboutChoices>
      </Group>
    );
  if (kind === 'list')
    return <ListInput {...whole} startsOpen={startsOpen === true} Settings={EntryAt} />;
  // The filter of a reference is about the records that it leads to.
  const owner = asObject(valueAt(declared, path.slice(0, -1)));
  const { to } = owner;
  const isOfTarget = kind === 'condition' && setting.name === 'filter' && typeof to === 'string';
  return (
    <AboutCollection name={isOfTarget ? to : undefined} hasOwner>
      <SettingInput
        {...leaf}
        example={example}
        of={owner}
        usual={usualText(setting, declared, path)}
        onChange={(next) => {
          if (next !== undefined) edit((files) => change(files, path, value, next));
          else if (value !== undefined) edit((files) => removeAt(files, path));
        }}
      />
      {isSwitchedOn(setting, value) && (
        <SettingsAt path={path} schema={unwrap(schema, {})} isReadOnly={isReadOnly} />
      )}
    </AboutCollection>
  );
}

/** The key of a menu group is a name: what is in the group follows. */
function change(files: DescriptorFiles, path: Path, before: unknown, value: unknown): Edited {
  const group = path.slice(0, -1);
  const isKey = isGroup(group) && path.at(-1) === 'key';
  return isKey && typeof before === 'string' && typeof value === 'string'
    ? rename(files, group, value)
    : setAt(files, path, value);
}

type EntryAtProps = { path: Path; schema: Schema; isReadOnly: boolean };

/** What an entry of a list is: a text or a list, or settings, which its type can decide. */
function EntryAt({ path, schema, isReadOnly }: EntryAtProps) {
  const { add } = useTexts('structure-fields');
  const { declared, edit } = useStructureDraft();
  const value = valueAt(declared, path);
  const own = unwrap(schema, value);
  const types = typesOf(schema);
  if (settingsOf(own).length === 0)
    return <SettingAt path={path} setting={toEntrySetting(schema)} isReadOnly={isReadOnly} />;
  return (
    <>
      {types.length > 0 && (
        <TypeSelect
          label={add.type}
          types={types}
          value={asObject(value)}
          onChange={(kind) =>
            edit((files) => setAt(files, path, withType(asObject(value), kind).field))
          }
        />
      )}
      <SettingsAt path={path} schema={own} isReadOnly={isReadOnly} />
    </>
  );
}

/** The label that people see of what has none; nothing for other texts, and where it does not follow from a name. */
function usualText({ name: of, isRequired }: Setting, declared: unknown, path: Path): string {
  const owner = asObject(valueAt(declared, path.slice(0, -1)));
  const { name = path.at(-2), resource } = owner;
  const isLabel = of === 'label' && !isRequired && resource === undefined;
  return isLabel && typeof name === 'string' ? nameToLabel(name) : '';
}

type GroupProps = {
  setting: Setting;
  problem: string | undefined;
  value: unknown;
  isReadOnly: boolean;
  onRemove: () => void;
  children: ReactNode;
};

/** Settings in a setting, which people open and close. */
function Group({ setting, problem, value, isReadOnly, onRemove, children }: GroupProps) {
  const { entry } = useTexts('structure-fields');
  const { labelOf } = useSettingWords();
  const summary = useRef<HTMLElement>(null);
  const [isFirst] = useState(value !== undefined);
  return (
    <Box component="details" open={isFirst} sx={groupSx}>
      <Box component="summary" ref={summary} sx={{ cursor: 'pointer', py: 0.5 }}>
        {labelOf(setting)}
      </Box>
      <Help setting={setting} problem={problem} />
      <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>{children}</Box>
      {value !== undefined && !isReadOnly && !setting.isRequired && (
        <Button
          onClick={() => {
            summary.current?.focus();
            onRemove();
          }}
        >
          {fillTemplate(entry.remove, { name: labelOf(setting) })}
        </Button>
      )}
    </Box>
  );
}

const groupSx = { border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 0.5 };
