import '../../support/browser-parts.ts';
import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, test } from 'vitest';
import { createAppTheme } from '../../../src/admin/shell/theme/create-app-theme.ts';
import {
  activeColours,
  backgrounds,
  sidebarColours,
} from '../../../src/admin/shell/theme/sidebar-colours.ts';

/** WCAG 2.2, 1.4.3 for text. */
const TEXT = 4.5;
/** WCAG 2.2, 1.4.11 for what shows where one is. */
const MARK = 3;
const modes = ['light', 'dark'] as const;

describe.each(modes)('the %s theme', (mode) => {
  const { palette } = createAppTheme(mode);
  const grounds = [palette.background.default, palette.background.paper];

  test.each(['primary', 'secondary'] as const)(
    'writes readable %s text on every background',
    (kind) => {
      for (const ground of grounds) {
        expect(getContrastRatio(palette.text[kind], ground)).toBeGreaterThanOrEqual(TEXT);
      }
    },
  );

  test.each(['primary', 'secondary', 'success', 'info', 'warning', 'error'] as const)(
    'uses %s readably, as text and as background',
    (colour) => {
      const { main, contrastText } = palette[colour];

      for (const ground of grounds) {
        expect(getContrastRatio(main, ground)).toBeGreaterThanOrEqual(TEXT);
      }
      expect(getContrastRatio(contrastText, main)).toBeGreaterThanOrEqual(TEXT);
    },
  );
});

describe.each(modes)('the sidebar in %s', (mode) => {
  test('has the background and active colours of the specification', () => {
    expect(backgrounds).toEqual(['white', 'brown', 'black']);
    expect(activeColours).toEqual(['primary', 'info', 'success', 'warning', 'danger']);
  });

  test.each(backgrounds)('is readable on %s in every colour', (background) => {
    for (const active of activeColours) {
      const colours = sidebarColours({ background, active }, mode);

      expect(getContrastRatio(colours.text, colours.ground)).toBeGreaterThanOrEqual(TEXT);
      expect(getContrastRatio(colours.soft, colours.ground)).toBeGreaterThanOrEqual(TEXT);
      expect(getContrastRatio(colours.activeText, colours.active)).toBeGreaterThanOrEqual(TEXT);
      expect(getContrastRatio(colours.active, colours.ground)).toBeGreaterThanOrEqual(MARK);
    }
  });
});
