import { Box, FormControlLabel, Switch } from '@mui/material';
import { useId } from 'react';
import { closePalette } from '../../kit/palette-state.ts';
import { useSetting } from '../../client/use-setting.ts';
import { SINGLE_KEYS } from '../../kit/keys/single-keys.ts';
import { globalKeys } from './use-global-keys.ts';
import { Keys } from '../../kit/keys/keys.tsx';
import { keysText } from '../../kit/keys/key-names.ts';
import { useTexts } from '../../messages/texts.ts';
import { gridKeys } from '../../messages/grid-keys.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';

/** The list of keys, grouped by where they work. */
export function KeyList() {
  const { keyList: texts } = useTexts('palette');
  const help = useId();
  const groups = useKeyGroups();
  const [single, setSingle] = useSetting<boolean>(SINGLE_KEYS);
  return (
    <DialogFrame
      title={texts.title}
      maxWidth="md"
      content={{ tabIndex: 0 }}
      cancel={texts.close}
      focus="cancel"
      onClose={closePalette}
    >
      <Box sx={{ columns: { xs: 1, md: 2 }, columnGap: 4 }}>
        {groups.map(({ title: name, rows }) => (
          <Box component="table" key={name} sx={tableSx}>
            <caption>{name}</caption>
            <tbody>
              {rows.map(({ keys, text }) => (
                <tr key={keys.join(' ')}>
                  <th scope="row">{text}</th>
                  <td>
                    <Keys of={keys} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        ))}
      </Box>
      <FormControlLabel
        sx={{ mt: 2 }}
        control={
          <Switch
            checked={single !== false}
            onChange={(_, isOn) => setSingle(isOn ? undefined : false)}
            slotProps={{ input: { 'aria-describedby': help } }}
          />
        }
        label={texts.single}
      />
      <Box id={help} sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {texts.singleHelp.replace('{keys}', keysText('Ctrl+/'))}
      </Box>
    </DialogFrame>
  );
}

const tableSx = {
  width: '100%',
  mb: 2,
  borderCollapse: 'collapse',
  breakInside: 'avoid',
  fontSize: '0.84375rem',
  '& caption': { py: 0.75, textAlign: 'left', fontWeight: 650 },
  '& th': { py: 0.5, pr: 2, textAlign: 'left', fontWeight: 400 },
  '& td': { py: 0.5, textAlign: 'right' },
  '& tr': { borderTop: 1, borderColor: 'divider' },
};

type KeyRow = { keys: readonly string[]; text: string };
type KeyGroup = { title: string; rows: readonly KeyRow[] };

/** All groups of the key list. */
function useKeyGroups(): KeyGroup[] {
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
