import { readFileSync } from 'node:fs';

/** What `index.html` gives the page to look like, which jsdom does not load. Answers how to take it away. */
export function addPageStyle(): () => void {
  const [, path] = /<link rel="stylesheet" href="\/([^"]+)"/.exec(
    readFileSync('index.html', 'utf8'),
  )!;
  const style = document.createElement('style');
  style.textContent = readFileSync(path!, 'utf8');
  document.head.append(style);
  return () => style.remove();
}
