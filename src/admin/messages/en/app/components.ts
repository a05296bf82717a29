/** The texts of the MUI components, and the names of keys on the keyboard. */
export const components = {
  components: {
    close: 'Close',
    clear: 'Clear',
    loading: 'Loading…',
    nothing: 'No options',
    open: 'Open',
    first: 'Go to first page',
    last: 'Go to last page',
    next: 'Go to next page',
    previous: 'Go to previous page',
    thisPage: 'page {page}',
    toPage: 'Go to page {page}',
  },
  ownScreens: {
    failed: 'This part of this installation failed: “{name}” in src/installation/screens.ui.ts.',
    useDefault: 'Use the default',
  },
  keyNames: {
    ' ': 'Space',
    Ctrl: 'Ctrl',
    Shift: 'Shift',
    Delete: 'Delete',
    Backspace: 'Backspace',
    Home: 'Home',
    End: 'End',
    PageUp: 'Page Up',
    PageDown: 'Page Down',
    ContextMenu: 'Menu',
  },
} as const;
