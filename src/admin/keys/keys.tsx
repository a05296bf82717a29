import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { partsOfKeys } from './say-keys.ts';

/** Keys as they stand on the keyboard, several ways beside each other. */
export function Keys({ of }: { of: readonly string[] }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {of.map((keys, index) => (
        <Fragment key={keys}>
          {index > 0 && <span>/</span>}
          {partsOfKeys(keys).map((part) => (
            <Box component="kbd" key={part} sx={keySx}>
              {part}
            </Box>
          ))}
        </Fragment>
      ))}
    </Box>
  );
}

const keySx = {
  minWidth: 22,
  px: '5px',
  border: 1,
  borderColor: 'divider',
  borderRadius: '5px',
  backgroundColor: 'background.default',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '0.75rem',
  lineHeight: '20px',
  textAlign: 'center',
};
