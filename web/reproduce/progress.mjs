// Shows progress: one line that is rewritten on a terminal, or a new line every half minute elsewhere.
const interval = process.stderr.isTTY ? 100 : 30_000;

/** 95 -> "1:35", 7384 -> "2:03:04". */
export function duration(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [first, ...rest] = parts[0] > 0 ? parts : parts.slice(1);
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}

export function progressLine(title) {
  let last = performance.now();
  return ({ done, total, left }) => {
    const now = performance.now();
    if (now - last < interval && done < total) return;
    last = now;
    const text = `${title}: ${done} of ${total}, ${done < total ? `${duration(left)} left` : 'done'}`;
    process.stderr.write(process.stderr.isTTY ? `\r${text.padEnd(79)}${done < total ? '' : '\n'}` : `${text}\n`);
  };
}
