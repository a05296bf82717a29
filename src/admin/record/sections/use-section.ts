import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The section of a record that the address names, and a function that names another one: `#history` by its key.
 * Links from when sections had numbers, such as `?tab=2`, and `?tab=history` still lead to theirs.
 */
export function useSection(keys: readonly string[]): [number, (section: number) => void] {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const tab = params.get('tab');
  const named = keys.indexOf(hash === '' ? (tab ?? '') : decodeURIComponent(hash.slice(1)));
  const number = Math.floor(Number(tab ?? '1')) - 1;
  const numbered = keys[number] === undefined ? 0 : number;
  const current = named >= 0 ? named : numbered;

  const change = (section: number): void => {
    // The first one needs no name.
    if (section === 0 && hash === '' && tab === null) return;
    params.delete('tab');
    void navigate(
      { search: params.toString(), hash: encodeURIComponent(keys[section] ?? '') },
      { replace: true, preventScrollReset: true, state: state as unknown },
    );
  };
  const rename = useEffectEvent(() => change(current));
  useEffect(() => {
    if (tab !== null) rename();
  }, [tab]);
  return [current, change];
}
