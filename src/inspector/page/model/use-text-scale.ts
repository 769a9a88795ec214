import { useEffect, useState } from 'preact/hooks';

/** In pixels: the size of the text for which heights are given. */
const USUAL_SIZE = 15;

const textScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_SIZE || 1;

/** How much larger the text is than usual. It is larger on a large screen. */
export function useTextScale(): number {
  const [scale, setScale] = useState(textScale);
  useEffect(() => {
    const update = () => setScale(textScale());
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  return scale;
}
