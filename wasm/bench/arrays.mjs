// The seven questions as a careful programmer writes them by hand over typed arrays, knowing the data: lines are sorted
// by day, an order's lines stand together, and every sum stays below 2^53.

const sells = (c, i) => c.kind[i] === 0 && c.status[i] !== 4;

/** The first line of a day or a later one. */
function from(day, wanted) {
  let low = 0;
  let high = day.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (day[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The groups that have rows, as columns: the group's number split into its keys, then its sums. */
function told(counts, sums, ...parts) {
  let rows = 0;
  for (let id = 0; id < counts.length; id++) if (counts[id]) rows++;
  const keys = parts.length + 1;
  const columns = Array.from({ length: keys + sums.length }, (_, at) =>
    at < keys ? new Uint32Array(rows) : new Float64Array(rows),
  );
  let row = 0;
  for (let id = 0; id < counts.length; id++) {
    if (!counts[id]) continue;
    if (keys === 1) columns[0][row] = id;
    else {
      columns[0][row] = Math.floor(id / parts[0]);
      columns[1][row] = id % parts[0];
    }
    for (let s = 0; s < sums.length; s++) columns[keys + s][row] = sums[s][id];
    row++;
  }
  return columns;
}

export const questions = {
  1(c) {
    const [qty, amount, orders, last] = [0, 1, 2, 3].map(() => new Float64Array(26));
    const seen = new Uint8Array(26);
    last.fill(-1);
    for (let i = 0; i < c.kind.length; i++) {
      if (!sells(c, i)) continue;
      const k = c.category[i];
      seen[k] = 1;
      qty[k] += c.qty[i];
      amount[k] += c.amount[i];
      if (last[k] !== c.order[i]) {
        last[k] = c.order[i];
        orders[k]++;
      }
    }
    return told(seen, [qty, amount, orders]);
  },
  2(c) {
    const [qty, amount] = [new Float64Array(c.skus + 1), new Float64Array(c.skus + 1)];
    for (let i = 0; i < c.kind.length; i++) {
      if (!sells(c, i)) continue;
      const k = c.sku[i];
      qty[k] += c.qty[i];
      amount[k] += c.amount[i];
    }
    return told(qty, [qty, amount]);
  },
  3(c) {
    const [qty, amount, n] = [0, 1, 2].map(() => new Float64Array(26));
    for (let i = from(c.day, 9587), end = from(c.day, 9952); i < end; i++) {
      if (!sells(c, i)) continue;
      const k = c.district[i];
      qty[k] += c.qty[i];
      amount[k] += c.amount[i];
      n[k]++;
    }
    return told(n, [qty, amount, n]);
  },
  4(c) {
    const first = c.day[0];
    const size = (c.day[c.day.length - 1] - first + 1) * 26;
    const [qty, amount] = [new Float64Array(size), new Float64Array(size)];
    for (let i = 0; i < c.kind.length; i++) {
      if (!sells(c, i)) continue;
      const k = (c.day[i] - first) * 26 + c.category[i];
      qty[k] += c.qty[i];
      amount[k] += c.amount[i];
    }
    const columns = told(qty, [qty, amount], 26);
    columns[0].forEach((day, row) => {
      columns[0][row] = day + first;
    });
    return columns;
  },
  5(c) {
    const size = (c.skus + 1) * 21;
    const [stock, seen] = [new Float64Array(size), new Uint8Array(size)];
    for (let i = 0; i < c.kind.length; i++) {
      if (c.status[i] === 4) continue;
      const k = c.sku[i] * 21 + c.godown[i];
      seen[k] = 1;
      stock[k] += c.kind[i] === 1 ? c.qty[i] : -c.qty[i];
    }
    return told(seen, [stock], 21);
  },
  6(c) {
    const [due, seen] = [new Float64Array(c.customers + 1), new Uint8Array(c.customers + 1)];
    for (let i = 0; i < c.kind.length; i++) {
      if (!sells(c, i)) continue;
      seen[c.customer[i]] = 1;
      due[c.customer[i]] += c.amount[i];
    }
    for (let i = 0; i < c.payer.length; i++) {
      seen[c.payer[i]] = 1;
      due[c.payer[i]] -= c.paid[i];
    }
    const top = [];
    for (let k = 0; k < due.length; k++) {
      if (!seen[k] || (top.length === 50 && due[k] <= due[top[49]])) continue;
      let at = top.length;
      while (at > 0 && due[top[at - 1]] < due[k]) at--;
      top.splice(at, 0, k);
      if (top.length > 50) top.pop();
    }
    return [Uint32Array.from(top), Float64Array.from(top, (k) => due[k])];
  },
  7(c) {
    const [qty, amount, n] = [0, 1, 2].map(() => new Float64Array(26 * 26));
    const chosen = new Uint8Array(26);
    for (const district of [2, 3, 7, 8, 12, 18, 19, 24]) chosen[district] = 1;
    for (let i = from(c.day, 9221), end = from(c.day, 10317); i < end; i++) {
      if (c.kind[i] !== 0 || (c.status[i] !== 2 && c.status[i] !== 3) || !chosen[c.district[i]]) continue;
      const k = c.district[i] * 26 + c.category[i];
      qty[k] += c.qty[i];
      amount[k] += c.amount[i];
      n[k]++;
    }
    const columns = told(n, [qty, amount, n], 26);
    const order = Array.from(columns[0].keys());
    order.sort(
      (a, b) => columns[3][b] - columns[3][a] || columns[0][a] - columns[0][b] || columns[1][a] - columns[1][b],
    );
    return columns.map((column) => column.constructor.from(order, (row) => column[row]));
  },
};
