import { useEffect, useRef, useState } from 'preact/hooks';

/** The latest value, at most once in `ms`: a busy sandbox must not make the page read everything all the time. */
export function useCalm<T>(value: T, ms = 1_000): T {
  const [calm, setCalm] = useState(value);
  const lastMs = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, lastMs.current + ms - performance.now());
    const timer = setTimeout(() => {
      lastMs.current = performance.now();
      setCalm(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return calm;
}
