import { gridKeys } from '../../messages/grid-keys.ts';
import { globalKeys } from './global-keys.ts';
import { useTexts } from '../../messages/texts.ts';

type KeyRow = { keys: readonly string[]; text: string };
type KeyGroup = { title: string; rows: readonly KeyRow[] };

/** All keys there are, by where they work. */
export function useKeyGroups(): KeyGroup[] {
  const { keyList: texts } = useTexts('palette');
  const { groups: gridGroups, ...ofGrid } = useTexts('grid-keys');
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
