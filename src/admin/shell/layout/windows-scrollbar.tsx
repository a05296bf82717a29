import GlobalStyles from '@mui/material/GlobalStyles';

/** Slim scrollbars in the colours of the page, on Windows only. */
export function WindowsScrollbar() {
  // Other systems have slim scrollbars already (specification, §9).
  if (!navigator.userAgent.includes('Windows')) return null;
  return (
    <GlobalStyles
      styles={({ palette }) => ({
        '*': { scrollbarWidth: 'thin', scrollbarColor: `${palette.text.disabled} transparent` },
      })}
    />
  );
}
