import { styled } from '@mui/material/styles';

/** JSON as it is, with the kinds of values told apart by colour. */
export function JsonText({ text }: { text: string }) {
  return (
    <Pre tabIndex={0}>
      {[...text.matchAll(token)].map(({ 0: piece, groups = {}, index }) => {
        const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
        return kind === undefined ? (
          piece
        ) : (
          <span key={index} className={kind}>
            {piece}
          </span>
        );
      })}
    </Pre>
  );
}

const token =
  /(?<key>"(?:[^"\\]|\\.)*"(?=:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<word>true|false|null)|[^"\d\-tfn]+|[^]/g;

const Pre = styled('pre')(({ theme: { palette } }) => ({
  margin: 0,
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace",
  fontSize: '0.84375rem',
  lineHeight: 1.6,
  tabSize: 2,
  '.key': { color: palette.text.primary, fontWeight: 600 },
  '.text': { color: palette.success.main },
  '.number': { color: palette.info.main },
  '.word': { color: palette.warning.main },
}));
