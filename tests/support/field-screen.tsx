import './browser-parts.ts';
import { cleanup, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { AdminContext, memoryStore, TestMemoryRouter } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { createI18nProvider } from '../../src/admin/messages/i18n-provider.ts';
import { flattenFilters } from '../../src/admin/client/list-query.ts';
import { texts as de } from '../../src/admin/messages/de/app.ts';
import { texts as en } from '../../src/admin/messages/en/app.ts';
import type { Field } from '../../src/fields/type/field.ts';
import type { FieldInputs, FieldUi } from '../../src/fields/type/field-ui.ts';
import { fieldTypes, type FieldTypeName } from '../../src/fields/registry.ts';
import { fieldInputs } from '../../src/fields/registry.input.tsx';
import { fieldUis } from '../../src/fields/registry.ui.tsx';
import { textIn } from '../../src/fields/problems/localized-text.ts';
import { toField } from '../../src/fields/type/to-field.ts';
import { valueProblems } from '../../src/fields/problems/value-problems.ts';

export type Language = 'en' | 'de';

/** A field and what the browser has for it. */
export function fieldOf(
  type: FieldTypeName,
  settings: object = {},
): { field: Field; ui: FieldUi & FieldInputs } {
  const declaration = { type, label: { en: 'Thing', de: 'Ding' }, ...settings };
  return {
    field: toField(fieldTypes[type], 'thing', declaration, ['en', 'de']),
    ui: { ...fieldUis[type], ...fieldInputs[type] },
  };
}

type CellOptions = { place?: 'list' | 'page'; language?: Language };

export function showCell(
  type: FieldTypeName,
  settings: object,
  value: unknown,
  { place = 'page', language = 'en' }: CellOptions = {},
): HTMLElement {
  const { field, ui } = fieldOf(type, settings);
  return render(
    <Screen language={language}>
      <ui.Cell field={field} value={value} place={place} />
    </Screen>,
  ).container;
}

export type OpenForm = { user: UserEvent; values(): Record<string, any>; container: HTMLElement };

export function openInput(
  type: FieldTypeName,
  settings: object,
  value: unknown,
  { readOnly = false, language = 'en' }: { readOnly?: boolean; language?: Language } = {},
): OpenForm {
  const { field, ui } = fieldOf(type, settings);
  const validate = (each: unknown): string | undefined => {
    if (each === null || each === '') return undefined;
    const { error } = field.kind.value(field.settings).safeParse(each);
    return error && valueProblems(error, 'thing')[0]?.message;
  };
  return openForm(
    { thing: value },
    language,
    <ui.Input
      field={field}
      source="thing"
      label="Thing"
      {...(field.help && { helperText: textIn(field.help, language) })}
      readOnly={readOnly}
      validate={validate}
    />,
  );
}

export function openFilter(type: FieldTypeName, settings: object, filter = {}): OpenForm {
  const { field, ui } = fieldOf(type, settings);
  const form = openForm(filter, 'en', <ui.Filter field={field} source="thing" label="Thing" />);
  // As the list asks for it.
  return { ...form, values: () => flattenFilters(form.values()) };
}

function openForm(
  values: Record<string, unknown>,
  language: Language,
  children: ReactNode,
): OpenForm {
  let current: Record<string, unknown> = values;
  const { container } = render(
    <Screen language={language}>
      <Held values={values} tell={(next) => (current = next)}>
        {children}
      </Held>
    </Screen>,
  );
  const filled = () => Object.entries(current).filter(([, value]) => !isNothing(value));
  return { user: userEvent.setup(), values: () => Object.fromEntries(filled()), container };
}

export function closeFieldScreen(): void {
  cleanup();
}

type HeldProps = {
  values: Record<string, unknown>;
  tell: (values: Record<string, unknown>) => void;
  children: ReactNode;
};

function Held({ values, tell, children }: HeldProps) {
  const form = useForm({ defaultValues: values, mode: 'onChange' });
  return (
    <FormProvider {...form}>
      <Listener tell={tell} />
      {children}
    </FormProvider>
  );
}

function Listener({ tell }: Pick<HeldProps, 'tell'>) {
  tell(useWatch());
  return null;
}

function Screen({ language, children }: { language: Language; children: ReactNode }) {
  const i18nProvider = createI18nProvider(language, { en, de }[language]);
  return (
    <TestMemoryRouter>
      <AdminContext i18nProvider={i18nProvider} store={memoryStore()}>
        {children}
      </AdminContext>
    </TestMemoryRouter>
  );
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
