import type { Locator, Page } from '@playwright/test';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { toRecordState } from '../../src/descriptor/rules/rules.ts';
import { displayTitle } from '../../src/descriptor/title.ts';
import { showDate, showDateTime } from '../../src/fields/text/date-format.ts';
import type { Field } from '../../src/fields/type/field.ts';
import { textIn } from '../../src/fields/problems/localized-text.ts';
import type { FilledWorld } from '../worlds/world.ts';

/**
 * Fills in the form of a record by its inputs, section by section, and answers the values it gave. An input
 * that appears only when others are filled is filled when they are.
 */
export async function fillForm(
  page: Page,
  world: FilledWorld,
  resource: Resource,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const moment = { now: new Date(), userId: null, timeZone: resource.timeZone };
  const { fields: states } = toRecordState(resource, body, moment);
  const filled = [...resource.fields.values()].filter(
    ({ name }) =>
      !isNothing(body[name]) &&
      !states.get(name)?.readOnly &&
      resource.form.some(({ fields }) => fields.includes(name)),
  );
  const given = Object.fromEntries(
    filled.map((field) => [field.name, writable(field, body[field.name])]),
  );
  const late = new Set(resource.conditions.keys());
  const fillAll = async (fields: readonly Field[]): Promise<void> => {
    for (const [index, tab] of resource.form.entries()) {
      const own = fields.filter(({ name }) => tab.fields.includes(name));
      if (own.length === 0) continue;
      if (resource.layout === 'tabs' && resource.form.length > 1)
        await page.locator(`#tab-${index}`).click();
      for (const field of own)
        await fillInputs(page, world, { source: field.name, field, value: given[field.name] });
    }
  };
  await fillAll(filled.filter(({ name }) => !late.has(name)));
  await fillAll(filled.filter(({ name }) => late.has(name)));
  return given;
}

/** Forms show moments by the second. */
function writable({ kind, settings }: Field, value: unknown): unknown {
  const isMoment = kind.column(settings).sql === 'timestamptz';
  return isMoment
    ? `${String(value).slice(0, 17)}${String(value).slice(20, 22).padStart(2, '0')}.000Z`
    : value;
}

type Input = { source: string; field: Field; value: unknown };

/** The input of a field, or those of the parts of an object. */
export async function fillInputs(
  page: Page,
  world: FilledWorld,
  { source, field, value }: Input,
  within: Page | Locator = page,
): Promise<void> {
  const parts = field.kind.parts?.(field.settings);
  if (!parts) {
    await fill(page, world, { source, field, value }, within);
    return;
  }
  const own = value as Readonly<Record<string, unknown>>;
  for (const [name, part] of parts)
    if (!isNothing(own[name])) {
      const input = { source: `${source}.${name}`, field: part, value: own[name] };
      await fill(page, world, input, within);
    }
}

async function fill(
  page: Page,
  world: FilledWorld,
  { source, field, value }: Input,
  within: Page | Locator,
): Promise<void> {
  const box = within.locator(`[class~="ra-input-${source}"]`);
  await box.waitFor({ timeout: 15_000 });
  const texts = await textsOf(world, field, value);
  if (typeof value === 'boolean' && field.required) await box.getByRole('switch').setChecked(value);
  else if (await isMenu(box)) await choose(page, box.getByRole('combobox'), texts);
  else if ((await box.getByRole('combobox').count()) > 0) await pick(page, box, texts, field);
  else await box.locator('input,textarea').first().fill(texts[0]!.text);
}

type Said = { text: string; search: string };

/** What a value looks like in its input, and what one types to find it. */
async function textsOf(world: FilledWorld, field: Field, value: unknown): Promise<Said[]> {
  const { kind, settings } = field;
  const relation = kind.relation?.(settings);
  if (relation) {
    const target = world.declared.resources.get(relation.to)!;
    const records = await world.records(target);
    const searched = [...target.fields.values()].find(({ search }) => search)!;
    return [value].flat().map((id) => {
      const record = records.find(({ _id }) => _id === id)!;
      return { text: displayTitle(target, record), search: String(record[searched.name]) };
    });
  }
  const isList = isMany(value) && kind.column(settings).sql !== 'jsonb';
  const texts = isList ? value.map((each) => say(field, each)) : [say(field, value)];
  return texts.map((text) => ({ text, search: text }));
}

function isMany(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function say({ kind, settings }: Field, value: unknown): string {
  const { sql } = kind.column(settings);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (kind.text.isSpelled) return kind.text.write(value, settings);
  if (sql === 'date') return showDate(String(value));
  if (sql === 'timestamptz') return showDateTime(String(value));
  if (sql === 'jsonb') return JSON.stringify(value);
  const choices = (settings['choices'] ?? []) as (object & { value?: unknown; label?: any })[];
  const choice = choices.find((each) => each.value === value);
  const label = typeof choice?.label === 'object' ? textIn(choice.label, 'en') : choice?.label;
  return String(label ?? value);
}

/** A menu is chosen from; in the other boxes of its role one types. */
async function isMenu(box: Locator): Promise<boolean> {
  const combobox = box.getByRole('combobox');
  if ((await combobox.count()) === 0) return false;
  return combobox.first().evaluate((element) => !(element instanceof HTMLInputElement));
}

async function choose(page: Page, box: Locator, [said]: Said[]): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: said!.text, exact: true }).click();
}

async function pick(page: Page, box: Locator, texts: Said[], field: Field): Promise<void> {
  const input = box.getByRole('combobox');
  const isFree = !field.kind.relation && field.settings['choices'] === undefined;
  for (const { text, search } of texts) {
    await input.fill(search);
    if (isFree) await input.press('Enter');
    // A record of a tree also says where it is: `Tools › Saws › Hand saws`.
    else
      await page
        .getByRole('option', { name: endingWith(text) })
        .first()
        .click();
  }
}

function endingWith(text: string): RegExp {
  return new RegExp(`(^|› ?)${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (isMany(value) && value.length === 0);
}
