import '../../support/browser-parts.ts';
import { createTheme, ThemeProvider } from '@mui/material';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { FilterFrame } from '../../../src/admin/resource/filter-frame.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const texts = { filters: 'Filters', clear: 'Clear' };

function open(filters: Record<string, string>, isPhone: boolean) {
  vi.spyOn(window, 'matchMedia').mockReturnValue({
    ...window.matchMedia('(max-width: 1px)'),
    matches: isPhone,
  });
  const clear = vi.fn<() => void>();
  render(
    <ThemeProvider theme={createTheme()}>
      <FilterFrame filtering={{ filters, clear }} texts={texts}>
        <input aria-label="Person" />
      </FilterFrame>
    </ThemeProvider>,
  );
  return { clear, user: userEvent.setup() };
}

test('shows the filters side by side, with a button to clear them', async () => {
  const { clear, user } = open({ by: 'u1' }, false);

  expect(screen.getByRole('search').contains(screen.getByLabelText('Person'))).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(clear).toHaveBeenCalledOnce();
});

test('has no button to clear without a filter', () => {
  open({}, false);

  expect(screen.queryByRole('button')).toBeNull();
});

test('is a button with the number of filters on a phone', async () => {
  const { user } = open({ by: 'u1', way: 'bulk' }, true);

  expect(screen.queryByRole('search')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters (2)', expanded: false }));
  expect(screen.getByLabelText('Person')).toBeTruthy();
});
