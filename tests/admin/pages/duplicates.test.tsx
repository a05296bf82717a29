import { describe, expect, it } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { plantsDescriptor, useOfPlants } from '../../support/plants.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(() => plantsDescriptor);

const { plant, bag, get } = useOfPlants(() => api);

describe('the page of duplicates', () => {
  it('merges duplicates: one record stays, with the chosen values', async () => {
    const kept = await plant('Acer', { code: 'A1', remarks: 'Maple' });
    const gone = await plant('acer', { remarks: 'Field maple' });
    const { _id: bagId } = await bag({ plant: gone._id });
    const { user } = await openScreen(api, '/tools/duplicates', { as: 'keeper' });

    await user.click(await screen.findByRole('button', { name: 'Merge…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Merge 2 records' });
    await within(dialog).findByText('References that will point to Acer: 1 × Bags · Plant.');
    const remarks = within(dialog).getByRole('group', { name: 'Remarks' });
    await user.click(within(remarks).getByRole('radio', { name: 'Field maple' }));
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));

    await screen.findByText('No duplicates found.');
    expect((await get(`/api/plants/${kept._id}`)).json).toMatchObject({
      name: 'Acer',
      code: 'A1',
      remarks: 'Field maple',
    });
    expect((await get(`/api/bags/${bagId}`)).json.plant).toBe(kept._id);
  });

  it('undoes a merge', async () => {
    const { user } = await openScreen(api, '/tools/duplicates', { as: 'keeper' });

    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo this merge?' });
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));

    await screen.findByText('undone');
    expect(await screen.findByText('1 group')).toBeDefined();
  });

  it('compares all records for similar values, in German too', async () => {
    await plant('Quercus robur');
    await plant('Quercus roburr');
    await openScreen(api, '/tools/duplicates?resource=plants&rule=name%3Asimilarity', {
      as: 'keeper',
      language: 'de',
    });

    await screen.findByText(/Alle Datensätze wurden verglichen\./);
    expect(screen.getByRole('link', { name: 'Quercus roburr' })).toBeDefined();
  });

  it('redirects from the URL of a merged record to the one that stays', async () => {
    const [kept, gone] = [await plant('Tilia'), await plant('Tilia c.')];
    const versions = { [kept._id]: 1, [gone._id]: 1 };
    await api.call('POST', '/api/plants/merge', {
      as: 'keeper',
      body: { keep: kept._id, merge: [gone._id], versions },
    });

    const { address } = await openScreen(api, `/plants/details/${gone._id}`, { as: 'keeper' });

    await waitFor(() => expect(address()).toBe(`/plants/details/${kept._id}`));
  });

  it('warns of different identifiers, and remembers that records are not the same', async () => {
    const kept = await plant('Carpinus', { code: 'C1' });
    await plant('carpinus', { code: 'C2' });
    const { user } = await openScreen(api, '/tools/duplicates', { as: 'keeper', language: 'de' });
    const group = async () => within(await screen.findByRole('listitem', { name: /Carpinus/i }));
    (await group()).getByText('Code weicht ab: C1 / C2');

    await user.click((await group()).getByRole('button', { name: 'Nicht dasselbe' }));

    const [decided] = await screen.findAllByRole('region', {
      name: 'Als nicht dasselbe entschieden',
    });
    await waitFor(() => expect(screen.queryByRole('listitem', { name: /Carpinus/i })).toBeNull());
    await within(decided!).findByText(/Carpinus, carpinus/i);
    await user.click(within(decided!).getAllByRole('button', { name: 'Rückgängig machen' })[0]!);
    await group();
    expect((await get(`/api/plants/${kept._id}`)).json._version).toBe(1);
  });

  it('offers to merge only records that the user can change and delete', async () => {
    const mine = await plant('Fagus', {}, 'gardener');
    const both = await plant('fagus', { remarks: 'Beech' }, 'gardener');
    await plant('Betula');
    await plant('betula', {}, 'gardener');
    const { user } = await openScreen(api, '/tools/duplicates', { as: 'gardener' });
    const group = await screen.findByRole('listitem', { name: /Fagus/i });
    expect(await screen.findByRole('listitem', { name: /Betula/i })).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Merge…' })).toHaveLength(1);

    await user.click(within(group).getByRole('button', { name: 'Merge…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Merge 2 records' });
    const merge = within(dialog).getByRole('button', { name: 'Merge' });
    await waitFor(() => expect(merge).toHaveProperty('disabled', false));
    await user.click(merge);

    await waitFor(async () => expect((await get(`/api/plants/${mine._id}`)).status).toBe(308));
    expect((await get(`/api/plants/${both._id}`)).status).toBe(200);
  });

  it('explains why a record cannot be the one that stays', async () => {
    await plant('Salix');
    const mine = await plant('salix', { remarks: 'Willow' }, 'curator');
    const { user } = await openScreen(api, '/tools/duplicates', { as: 'curator' });
    const group = await screen.findByRole('listitem', { name: /Salix/i });

    await user.click(within(group).getByRole('button', { name: 'Merge…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Merge 2 records' });
    const radio = (title: string) =>
      within(dialog).getByRole('radio', { name: new RegExp(`^${title} ?· `) });
    expect(radio('Salix')).toHaveProperty('checked', true);
    expect(radio('salix')).toHaveProperty('disabled', true);
    expect(dialog.textContent).not.toContain(mine._id);
    expect(
      within(dialog).getAllByText('Cannot be kept: you cannot delete the other record.'),
    ).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }));

    await waitFor(async () => expect((await get(`/api/plants/${mine._id}`)).status).toBe(308));
  });

  it('explains why the selected records cannot be merged', async () => {
    const first = await plant('Populus');
    await plant('populus');
    await plant('POPULUS', {}, 'curator');
    const { user } = await openScreen(api, '/tools/duplicates', { as: 'curator' });
    const group = within(await screen.findByRole('listitem', { name: /Populus/i }));
    const why = /^You cannot merge these records\. Merging requires permission to change one/;
    group.getByText(why);
    expect(group.getByRole('button', { name: 'Merge…' })).toHaveProperty('disabled', true);

    await user.click(group.getByRole('checkbox', { name: 'Include Populus' }));

    expect(group.queryByText(why)).toBeNull();
    await user.click(group.getByRole('button', { name: 'Merge…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Merge 2 records' });
    expect(dialog.textContent).not.toContain(first._id);
  });

  it('shows identifiers, and merges records with different ones only with consent', async () => {
    const kept = await plant('Ulmus', { code: 'U1', remarks: 'Elm' });
    const gone = await plant('ulmus', { code: 'U2' });
    const { user } = await openScreen(api, '/tools/duplicates', { as: 'keeper' });
    const group = within(await screen.findByRole('listitem', { name: /Ulmus/i }));
    expect([group.getByText('U1'), group.getByText('U2')]).toHaveLength(2);

    await user.click(group.getByRole('button', { name: 'Merge…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge 2 records' }));
    dialog.getByText(/different identifiers: Code \(U1, U2\)\./);
    const merge = dialog.getByRole('button', { name: 'Merge' });
    await dialog.findByText(/No records refer/);
    expect(merge).toHaveProperty('disabled', true);
    await user.click(dialog.getByRole('checkbox', { name: 'Merge them anyway' }));
    await user.click(merge);

    await waitFor(async () => expect((await get(`/api/plants/${gone._id}`)).status).toBe(308));
    expect((await get(`/api/plants/${kept._id}`)).json.code).toBe('U1');
  });

  it('offers no changes to read-only users', async () => {
    await openScreen(api, '/tools/duplicates?rule=name%3Aletters', { as: 'reader' });

    expect((await screen.findAllByRole('link', { name: /acer/i })).length).toBe(2);
    expect(screen.queryByRole('button', { name: 'Merge…' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Recent merges' })).toBeNull();
  });
});
