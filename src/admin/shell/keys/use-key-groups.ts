import { gridKeys, useGridKeyTexts } from '../../messages/grid-keys.ts';
import { usePaletteTexts } from '../../palette/palette-texts.ts';
import { globalKeys } from './global-keys.ts';

export type KeyRow = { keys: readonly string[]; text: string };
export type KeyGroup = { title: string; rows: readonly KeyRow[] };

/** All keys there are, by where they work. */
export function useKeyGroups(): KeyGroup[] {
  const { keyList: texts } = usePaletteTexts();
  const { groups: gridGroups, ...ofGrid } = useGridKeyTexts();
  return [
    {
      title: texts.everywhere,
      rows: globalKeys.map(({ keys, text }) => ({ keys, text: texts[text] })),
    },
    {
      title: texts.inPalette,
      rows: [
        { keys: ['ArrowUp', 'ArrowDown'], text: texts.move },
        { keys: ['Enter'], text: texts.open },
        { keys: ['Ctrl+Enter'], text: texts.openInTab },
        { keys: ['Escape'], text: texts.closePalette },
      ],
    },
    ...Object.entries(gridGroups).map(([group, title]) => ({
      title,
      rows: gridKeys
        .filter((each) => each.group === group)
        .map(({ keys, text }) => ({ keys, text: ofGrid[text] })),
    })),
  ];
}
