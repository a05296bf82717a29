import type { Page } from '@playwright/test';
import type { Action } from '../../src/descriptor/settings/actions.ts';
import { defaultOf } from '../../src/descriptor/filter/tokens.ts';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { isKnownInMemory, resolveFilter } from '../../src/descriptor/filter/declared-filter.ts';
import { evaluateFilter } from '../../src/descriptor/filter/evaluate-filter.ts';
import { isOffered } from '../../src/descriptor/permissions/is-offered.ts';
import { checkRecord } from '../../src/descriptor/rules/record-check.ts';
import { displayTitle } from '../../src/descriptor/title.ts';
import { exampleOf } from '../../src/fields/example-of.ts';
import { textIn } from '../../src/fields/problems/localized-text.ts';
import { makePdf } from '../support/make-pdf.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { changeOf, checkNew, exampleRecord } from '../worlds/example-record.ts';
import type { FilledWorld, WorldRecord } from '../worlds/world.ts';
import { fillForm, fillInputs } from './fill-form.ts';
import { expectFocusKept } from './focus-kept.ts';
import { startEditing } from './record-page.ts';
import { expect, untilQuiet } from './test.ts';
import { withTitle } from './world-server.ts';

/** Somebody who looks at everything: what each resource has to offer, by its screens. */
export type Tour = { page: Page; api: SignedIn; world: FilledWorld };

/** Opens the list from the menu, looks through its filters, and finds a record by a word. */
export async function search({ page, ...tour }: Tour, resource: Resource): Promise<void> {
  await openList(page, resource);
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  const filter = page.getByRole('complementary', { name: 'Filter' });
  await expect(filter.getByRole('combobox', { name: 'Field' }).first()).toBeVisible();
  await filter.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(filter).toHaveCount(0);

  const record = await listed({ page, ...tour }, resource);
  const searched = [...resource.fields.values()].find((field) => field.search);
  const words = record && searched && record[searched.name];
  if (!words) return;
  await page.getByRole('searchbox').fill(String(words));
  // The list searches when one has stopped typing; before that it shows the link as well.
  await expect(page).toHaveURL(/[?&]filter=[^&]*q%22/);
  await expect(linkTo(page, resource, record)).toBeVisible();
}

/** Opens the first record the list shows. */
export async function openRecord({ page, ...tour }: Tour, resource: Resource): Promise<void> {
  const record = await listed({ page, ...tour }, resource);
  if (!record) return;
  await linkTo(page, resource, record).click();
  await expect(page).toHaveURL(new RegExp(`/details/${record._id}`));
  const title = displayTitle(resource, record);
  await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
}

/** Opens each section or tab of the record's page, those of its child lists too. */
export async function openChildren({ page, ...tour }: Tour, resource: Resource): Promise<void> {
  if (!(await listed({ page, ...tour }, resource))) return;
  // Lists without a record fold away when their numbers have come.
  await untilQuiet(page);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click({ timeout: 20_000 });
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel').and(page.locator(':visible'))).toHaveCount(1);
  }
  const contents = page.getByRole('navigation', { name: 'Sections' });
  for (const link of await contents.getByRole('link').all()) {
    await link.click({ timeout: 20_000 });
    await expect(link).toHaveAttribute('aria-current', 'location');
    await expect(page.locator('h3:focus')).toHaveText((await link.textContent()) ?? '');
  }
}

let made = 20;

/** Fills in every input of the form of a new record, and finds in the API what was filled in. */
export async function create({ page, api, world }: Tour, resource: Resource): Promise<void> {
  const checked = checkNew(world, resource, await exampleRecord(world, resource, ++made));
  const body = 'values' in checked ? checked.values : {};
  await openList(page, resource);
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  const given = await fillForm(page, world, resource, body);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page, JSON.stringify(given)).toHaveURL(/\/details\//);
  await expectFocusKept(page);

  const { body: record } = await api.call('GET', `${resource.root}/${idIn(page)}`);
  expect(record).toMatchObject(given);
}

/** Changes a field of the record that was made, on the page one was left at. */
export async function change({ page, api, world }: Tour, resource: Resource): Promise<void> {
  const path = `${resource.root}/${idIn(page)}`;
  const record = (await world.records(resource)).find(({ _id }) => _id === idIn(page))!;
  // Until the record has come, the form it was made in may still stand there.
  const title = displayTitle(resource, record);
  await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();

  await startEditing(page);
  await fillForm(page, world, resource, changeOf(world, resource, record, ++made));
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  // The notice of it is gone after three seconds, which a busy machine can let pass.
  await expect.poll(async () => (await api.call('GET', path)).body._version).toBe(2);
}

/** Does an action with a record that may have it done: asks, fills in what is asked, and does it. */
export async function act(
  { page, world }: Tour,
  resource: Resource,
  action: Action,
): Promise<void> {
  const told = await toldIn(world, action);
  const record = await recordFor(world, resource, action, told);
  const label = textIn(action.label, 'en');
  await page.goto(`${resource.path}/details/${record._id}`);
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  await expect(dialog).toBeVisible();
  for (const field of action.form.values()) {
    if (field.default !== undefined || told[field.name] === undefined) continue;
    if (field.kind.files) {
      const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: makePdf(['words']) };
      await dialog.locator('input[type="file"]').first().setInputFiles(file);
      continue;
    }
    const input = { source: field.name, field, value: told[field.name] };
    await fillInputs(page, world, input, dialog);
  }
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expectFocusKept(page);
}

/** What the form is told: its defaults, and a value for what else it demands. */
async function toldIn(world: FilledWorld, { form }: Action): Promise<Record<string, unknown>> {
  const { timeZone } = world.declared.app;
  const moment = { now: new Date(), userId: 'somebody', timeZone };
  const told: Record<string, unknown> = {};
  for (const field of form.values()) {
    const target = field.kind.relation?.(field.settings).to;
    const records = target && (await world.records(world.declared.resources.get(target)!));
    if (field.default !== undefined) told[field.name] = defaultOf(field, moment);
    else if (field.required) told[field.name] = records ? records[0]!._id : exampleOf(field);
  }
  return told;
}

/** What an action writes must be right for its record; what it takes away must be one of the new. */
async function recordFor(
  world: FilledWorld,
  resource: Resource,
  action: Action,
  told: Record<string, unknown>,
): Promise<WorldRecord> {
  const { name, method, step, when } = action;
  const records = await world.records(resource);
  const body = step ? { ...told, [step.field]: step.to } : told;
  const check = { descriptor: world.declared, role: world.admin, resource, body };
  const moment = { now: new Date(), userId: 'somebody', timeZone: resource.timeZone };
  // The database judges what other records decide; the button says so as far as the record tells.
  const isOwn = when && isKnownInMemory(resource, when.unresolved);
  const condition = isOwn && resolveFilter(when, moment);
  const fitting = records.find(
    (current) =>
      (!step || step.from.includes(current[step.field])) &&
      (!condition || evaluateFilter(condition, { ...current, ...body })) &&
      (isOwn || isOffered(action, current, moment)) &&
      'values' in checkRecord({ ...check, mode: 'patch', current }),
  );
  const record = method === 'DELETE' ? records.at(-1) : fitting;
  if (!record) throw new Error(`${resource.name} has no record for ${name}`);
  return record;
}

async function openList(page: Page, resource: Resource): Promise<void> {
  const label = textIn(resource.label, 'en');
  await page.getByRole('link', { name: label, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`${resource.path}/overview`));
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  // The page of a record has the same heading, and may still stand there.
  await expect(page.getByRole('button', { name: /^Columns/ })).toBeVisible();
}

/** The first record of the list as it opens. */
async function listed({ api }: Tour, resource: Resource): Promise<WorldRecord | undefined> {
  const where = encodeURIComponent(JSON.stringify(resource.list.filter ?? {}));
  const { body } = await api.call(
    'GET',
    `${resource.root}?where=${where}&_fields=${withTitle(resource)}`,
  );
  return body.data[0];
}

function linkTo(page: Page, { path }: Resource, { _id }: WorldRecord) {
  return page.locator(`main a[href^="${path}/details/${_id}"]`).first();
}

function idIn(page: Page): string {
  return /\/details\/([^/?#]+)/.exec(page.url())![1]!;
}
