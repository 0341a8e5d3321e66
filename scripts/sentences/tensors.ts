import type { Model } from './model.ts';
import type { Tensor } from './write.ts';

const stack = 'KonaTransformer/Encode/TransformerStack/';
const scope = 'KonaTransformer/Encode/';

/** A layer's weights as rows of what goes out, from a kernel whose rows are what comes in. */
const layer = (model: Model, name: string, kernel: string, bias: string): Tensor[] => {
  const { shape, values } = model.tensor(kernel);
  const rows = shape.at(-1) ?? 0;
  const columns = shape.at(-2) ?? 0;
  const turned = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      turned[row * columns + column] = values[column * rows + row] ?? 0;
    }
  }
  return [
    { name: `${name}/weights`, kind: 'rows', rows, columns, values: turned },
    numbers(model, `${name}/bias`, bias),
  ];
};

const numbers = (model: Model, name: string, ending: string): Tensor => {
  const { values } = model.tensor(ending);
  return { name, kind: 'numbers', rows: 1, columns: values.length, values };
};

const block = (model: Model, name: string, number: number): Tensor[] => {
  const place = `${scope}Layer_${number}/TransformerLayer/`;
  const inner = `${stack}Layer_${number}/TransformerLayer/`;
  const normalisation = (part: string, at: string): Tensor[] => [
    numbers(model, `${name}/${part}/scale`, `${at}layer_norm_scale/ConcatPartitions/concat`),
    numbers(model, `${name}/${part}/shift`, `${at}layer_norm_bias/ConcatPartitions/concat`),
  ];
  const attention = (part: string, what: string): Tensor[] =>
    layer(
      model,
      `${name}/${part}`,
      `${place}MultiheadAttention/${what}/kernel/part_0`,
      `${place}MultiheadAttention/${what}/bias/ConcatPartitions/concat`,
    );
  const feeding = (part: string, what: string): Tensor[] =>
    layer(
      model,
      `${name}/${part}`,
      `${inner}FFN/${what}/Tensordot/Reshape_1`,
      `${place}FFN/${what}/bias/ConcatPartitions/concat`,
    );
  return [
    ...normalisation('before', `${place}layer_prepostprocess/layer_norm/`),
    ...normalisation('between', `${place}FFN/layer_prepostprocess/layer_norm/`),
    ...attention('seeing', 'qkv_transform_single'),
    ...attention('joining', 'output_transform_single'),
    ...feeding('opening', 'conv1'),
    ...feeding('closing', 'conv2'),
  ];
};

/** All of the model under the names the program knows, but for the turn to fewer numbers. */
export const tensorsOf = (model: Model): Tensor[] => {
  const { shape, values } = model.tensor('module/Embeddings_en');
  const dense = `${scope}Layer_0/TransformerLayer/dense/`;
  return [
    { name: 'pieces', kind: 'rows', rows: shape[0] ?? 0, columns: shape[1] ?? 0, values },
    numbers(model, 'frequencies', 'AddTimingSignal/TimingSignal/ExpandDims_1'),
    ...layer(
      model,
      'first/widen',
      `${dense}kernel/ConcatPartitions/concat`,
      `${dense}bias/ConcatPartitions/concat`,
    ),
    ...block(model, 'first', 0),
    ...block(model, 'second', 1),
    ...layer(model, 'last', 'tanh_layer_0/weights', 'tanh_layer_0/bias'),
  ];
};
