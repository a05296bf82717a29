import type { GridKeyTexts } from './en/list/grid-keys.ts';

export type GridKey = {
  group: keyof GridKeyTexts['groups'];
  keys: readonly string[];
  text: Exclude<keyof GridKeyTexts, 'groups'>;
};

/** What each key of the grid does. The list of keys shows it, and `docs/grid.md` documents the same. */
export const gridKeys: readonly GridKey[] = [
  { group: 'move', keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], text: 'cell' },
  { group: 'move', keys: ['Ctrl+ArrowUp', 'Ctrl+ArrowDown'], text: 'edge' },
  { group: 'move', keys: ['Home', 'End'], text: 'rowEnds' },
  { group: 'move', keys: ['Ctrl+Home', 'Ctrl+End'], text: 'gridEnds' },
  { group: 'move', keys: ['PageUp', 'PageDown'], text: 'screenful' },
  { group: 'move', keys: [' '], text: 'peek' },
  { group: 'move', keys: ['Shift+F2'], text: 'history' },
  { group: 'move', keys: ['Ctrl+Shift+F2'], text: 'comment' },
  { group: 'write', keys: ['F2', 'Enter'], text: 'edit' },
  { group: 'write', keys: ['Enter'], text: 'take' },
  { group: 'write', keys: ['Shift+Enter'], text: 'takeUp' },
  { group: 'write', keys: ['Tab', 'Shift+Tab'], text: 'takeNext' },
  { group: 'write', keys: ['Shift+Enter', 'Alt+Enter'], text: 'newLine' },
  { group: 'write', keys: ['Escape'], text: 'cancel' },
  { group: 'write', keys: ['Delete', 'Backspace'], text: 'clear' },
  { group: 'write', keys: ['Ctrl+d'], text: 'fill' },
  { group: 'write', keys: ['F8', 'Shift+F8'], text: 'problem' },
  { group: 'write', keys: ['Ctrl+z'], text: 'undo' },
  { group: 'write', keys: ['Ctrl+y', 'Ctrl+Shift+z'], text: 'redo' },
  { group: 'choose', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], text: 'range' },
  { group: 'choose', keys: ['Ctrl+a'], text: 'all' },
  { group: 'choose', keys: ['Ctrl+c'], text: 'copy' },
  { group: 'choose', keys: ['Ctrl+x'], text: 'cut' },
  { group: 'choose', keys: ['Ctrl+Shift+c'], text: 'markdown' },
  { group: 'choose', keys: ['Ctrl+v'], text: 'paste' },
  { group: 'rows', keys: ['Shift+ '], text: 'row' },
  { group: 'rows', keys: ['Ctrl+Enter'], text: 'openPage' },
  { group: 'rows', keys: ['Alt+Enter'], text: 'openBeside' },
  { group: 'rows', keys: ['Alt+ArrowDown', 'Alt+ArrowUp'], text: 'lists' },
  { group: 'rows', keys: ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'], text: 'moveRow' },
  { group: 'rows', keys: ['ArrowRight', 'ArrowLeft'], text: 'branch' },
  { group: 'rows', keys: ['Shift+F10', 'ContextMenu'], text: 'menu' },
  { group: 'rows', keys: ['Alt+PageUp', 'Alt+PageDown'], text: 'siblings' },
  { group: 'rows', keys: ['e'], text: 'editRecord' },
  { group: 'columns', keys: ['Enter'], text: 'sort' },
  { group: 'columns', keys: ['Shift+Enter'], text: 'sortMore' },
  { group: 'columns', keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], text: 'size' },
  { group: 'columns', keys: ['Ctrl+Shift+ArrowLeft', 'Ctrl+Shift+ArrowRight'], text: 'moveColumn' },
];
