import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { limits } from '../../../support/limits.ts';
import { addRecords } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

const api = await openScreensOf(() => limits);

test('a key of several fields is pasted, shown as its title and copied as it was', async () => {
  const [method] = await addRecords(api, '/api/methods', [{ code: 'in / out' }]);
  const [analyte] = await addRecords(api, '/api/analytes', [
    { cas: '80-05-7', name: 'Bisphenol A' },
  ]);
  const [limit] = await addRecords(api, '/api/limits', [
    { method: method!._id, analyte: analyte!._id, value: 1 },
  ]);
  await addRecords(api, '/api/measurements', [{ label: 'First' }]);
  const { user } = await openScreen(api, '/measurements/overview');
  (await gridCell('First')).focus();
  await user.keyboard('{ArrowRight}');

  await user.paste('"in / out" / 80-05-7');

  const stored = async () => {
    const { json } = await api.call('GET', '/api/measurements', { as: 'admin' });
    return (json.data as Record<string, unknown>[])[0]!['limit'];
  };
  await waitFor(async () => expect(await stored()).toBe(limit!._id));
  await gridCell('in / out · Bisphenol A');
  const copied = new Map<string, string>();
  const clipboardData = { setData: (type: string, text: string) => copied.set(type, text) };
  fireEvent.copy(document.activeElement!, { clipboardData });
  expect(copied.get('text/plain')).toBe('"""in / out"" / 80-05-7"');
  await user.paste('in / 80-05-7');
  await screen.findByText('There is no “in / 80-05-7” in Limits');
});
