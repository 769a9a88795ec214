/** The plainest exact search: all vectors in one piece of memory, of length one, compared one after the other. */
export function exactScan(count, dimensions) {
  const all = new Float32Array(count * dimensions);
  let filled = 0;

  function top(scores, most) {
    const found = [];
    for (let at = 0; at < scores.length; at++) {
      if (found.length === most && scores[at] <= scores[found[most - 1]]) continue;
      let place = found.length;
      while (place > 0 && scores[found[place - 1]] < scores[at]) place--;
      found.splice(place, 0, at);
      if (found.length > most) found.pop();
    }
    return found;
  }

  return {
    add(vector) {
      const length = Math.hypot(...vector);
      for (let i = 0; i < dimensions; i++) all[filled++] = vector[i] / length;
    },
    nearest(question, most) {
      const scores = new Float32Array(count);
      for (let at = 0, i = 0; at < count; at++) {
        let sum = 0;
        for (let j = 0; j < dimensions; j++) sum += all[i++] * question[j];
        scores[at] = sum;
      }
      return top(scores, most);
    },
    /** The judge of the others. */
    inDoubles(question, most) {
      const scores = new Float64Array(count);
      for (let at = 0; at < count; at++) {
        let sum = 0;
        for (let j = 0; j < dimensions; j++) sum += all[at * dimensions + j] * question[j];
        scores[at] = sum;
      }
      return top(scores, most);
    },
  };
}
