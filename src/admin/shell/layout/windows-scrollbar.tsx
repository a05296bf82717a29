import GlobalStyles from '@mui/material/GlobalStyles';

// Other systems have slim scrollbars already (specification, §9).
const isWindows = navigator.userAgent.includes('Windows');

/** Slim scrollbars in the colours of the page, on Windows only. */
export function WindowsScrollbar() {
  if (!isWindows) return null;
  return (
    <GlobalStyles
      styles={({ palette }) => ({
        '*': { scrollbarWidth: 'thin', scrollbarColor: `${palette.text.disabled} transparent` },
      })}
    />
  );
}
