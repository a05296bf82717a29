import Box from '@mui/material/Box';
import { keyParts } from './key-names.ts';

/** Keys as printed on the keyboard, with the alternatives beside each other. */
export function Keys({ of }: { of: readonly string[] }) {
  return (
    <Box component="span" sx={{ ...besideSx, flexWrap: 'wrap', justifyContent: 'end' }}>
      {of.map((keys, index) => (
        // Keys that are pressed together do not wrap.
        <Box component="span" key={keys} sx={besideSx}>
          {index > 0 && <span>/</span>}
          {keyParts(keys).map((part) => (
            <Box component="kbd" key={part} sx={keySx}>
              {part}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

const besideSx = { display: 'inline-flex', gap: 0.5 };

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
