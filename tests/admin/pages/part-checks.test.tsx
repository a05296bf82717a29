import { describe, expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary, {
  scan: async () => 'failed',
  // Only then is this machine not a monitor itself.
  metricsToken: 'a-token-of-the-monitor',
});

const partsOf = async (title: string) =>
  within(await screen.findByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the information page', () => {
  test('shows an admin each component, the failing ones first with what to do', async () => {
    await openScreen(api, '/info/overview');

    const [first = '', second = '', ...rest] = await partsOf('Parts of the installation');
    expect(first).toMatch(/^Virus scanner: Warning.*does not work\. Check SCAN_COMMAND/);
    expect(second).toMatch(/^Database: Works.*Checked: .* in [\d.]+ ms$/);
    expect(rest).toHaveLength(3);
  });

  test('shows it in German', async () => {
    await openScreen(api, '/info/overview', { language: 'de' });

    const [first] = await partsOf('Teile der Installation');
    expect(first).toMatch(/^Virenscanner: Warnung.*arbeitet nicht\. Prüfen Sie SCAN_COMMAND/);
  });

  test('shows others only whether the server is ready', async () => {
    await openScreen(api, '/info/overview', { as: 'staff' });

    expect(await screen.findByText(/^Responds in [\d,]+ ms$/)).toBeTruthy();
    await waitFor(() => expect(document.querySelector('details')).toBeTruthy());
    expect(screen.queryByRole('region', { name: 'Parts of the installation' })).toBeNull();
  });
});
