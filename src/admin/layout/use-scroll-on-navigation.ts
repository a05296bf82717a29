import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** How long to wait for a hash's target that is still being loaded. */
const PATIENCE = 3000;

/**
 * Goes to the hash's target or to the top when the page changes (specification, §2).
 * Going back is left to the browser, which knows where one was; and a list that only
 * changes its filter stays where it is.
 */
export function useScrollOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;

  useEffect(() => {
    if (hash !== '') return scrollToTarget(decodeURIComponent(hash.slice(1)));
    if (!isBack) window.scrollTo(0, 0);
    return undefined;
    // `isBack` tells how we came to this page; alone it is no reason to scroll.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, hash]);
}

/** Scrolls as soon as the target is there; answers how to stop waiting. */
function scrollToTarget(id: string): () => void {
  const goThere = (): boolean => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    return target !== null;
  };
  if (goThere()) return () => {};
  const observer = new MutationObserver(() => {
    if (goThere()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), PATIENCE);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
